/** An email that breaks lines before its @ only. Null for closed accounts. */
export function EmailText({ email }: { email: string | null }) {
  if (email === null) return null;
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
