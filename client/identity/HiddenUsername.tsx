/** The account of a new password, for password managers. */
export const HiddenUsername = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
);
