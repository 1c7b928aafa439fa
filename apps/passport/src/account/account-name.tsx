import { UserName } from '../shell/user-name.tsx'
import { useUser } from './queries.ts'

/** The user name of the signed-in account, for password managers. */
export function AccountName() {
  const { data } = useUser()
  return data === undefined ? null : <UserName email={data.email} />
}
