import type { Tx } from '../../db/database.ts'
import type { MailItem } from './mail-event.ts'

/** The names of the partners whom lines are about; an id without one. */
export async function namesOf(
  tx: Tx,
  items: readonly MailItem[],
): Promise<(partnerId: number) => string> {
  const ids = items.flatMap(({ partner }) => partner ?? [])
  if (ids.length === 0) return String
  const partners = await tx
    .selectFrom('partners')
    .select(['id', 'firstName', 'lastName'])
    .where('id', 'in', ids)
    .execute()
  const names = new Map(
    partners.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]),
  )
  return (partnerId) => names.get(partnerId) ?? String(partnerId)
}
