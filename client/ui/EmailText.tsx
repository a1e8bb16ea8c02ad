/** An address that, where it must, breaks before its @ rather than within a word. Who closed the account has none. */
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
