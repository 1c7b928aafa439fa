/**
 * The account's email address, not shown and not sent: password managers fill in and store a password with the user name
 * before it.
 */
export function UserName({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}
