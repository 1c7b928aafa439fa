import { useUser } from './queries.ts'

/**
 * The account's email address, not shown and not sent: password managers fill in and store a password with the user name
 * before it.
 */
export function AccountName() {
  const { data } = useUser()
  if (data === undefined) return null
  return <input type="text" autoComplete="username" value={data.email} readOnly hidden />
}
