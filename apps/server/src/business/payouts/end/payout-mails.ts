import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import { isDue } from '../../../db/is-due.ts'
import type { Letter } from '../../../mails/letter.ts'
import type { Schema } from '../../../db/schema.ts'
import { contactOfPartner } from '../../partners/read-contact.ts'
import { withDecimals } from '../read/list-payouts.ts'
import { payoutLetter } from './payout-letter.ts'

type Status = Schema['payoutMails']['status']

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

/** A mail about a payout that is due. */
type OwedMail = { readonly payoutId: number; readonly status: Status; readonly dueAt: number }

/** SQL that notes that mails about payouts are due, each once: they are sent after the commit, and never without it. */
export const owingMails = (mails: readonly OwedMail[]): RawBuilder<unknown> => sql`
  insert into payout_mails (payout_id, status, due_at)
  select * from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as m("payoutId" bigint, status text, "dueAt" bigint)
  on conflict do nothing`

/** Where mails go, and the address of the office that they link to. */
export type PayoutPost = {
  readonly office: string
  readonly send: (letter: Letter) => Promise<void>
}

/**
 * Hands over the next mail that is due; returns whether there was one. A failed one is tried again after a minute, then
 * after twice the time before, at most an hour.
 *
 * The mail of a request is left out if its payout has ended meanwhile, because the mail of the end tells what is true. So is
 * every mail to a partner whose data were erased.
 *
 * A process that is killed between sending and deleting sends a mail twice.
 */
export async function sendNextMail(core: Core, { office, send }: PayoutPost): Promise<boolean> {
  const due = await claimNext(core)
  if (due === undefined) return false
  const { read } = core.database
  const payout = await read
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', due.payoutId)
    .executeTakeFirstOrThrow()
  const owner = await contactOfPartner(read, payout.partnerId)
  if (due.status === payout.status && owner.erasedAt === null) {
    await send(payoutLetter(withDecimals(payout), due.status, { ...owner, office }))
  }
  await read
    .deleteFrom('payoutMails')
    .where('payoutId', '=', due.payoutId)
    .where('status', '=', due.status)
    .execute()
  return true
}

/** Sets the next try before sending; `skip locked` gives processes that send at the same time different mails. */
async function claimNext({
  database,
  clock,
}: Core): Promise<{ payoutId: number; status: Status } | undefined> {
  const now = clock()
  const { rows } = await sql<{ payoutId: number; status: Status }>`
    update payout_mails m set
      tries = m.tries + 1,
      due_at = ${now}::bigint + least(${sql.lit(LONGEST_WAIT_MS)}::bigint,
        ${sql.lit(FIRST_WAIT_MS)}::bigint * power(2, least(20, m.tries))::bigint)
    from (select payout_id, status from payout_mails
      where ${isDue('due_at', now, LONGEST_WAIT_MS)} order by due_at, payout_id limit 1 for update skip locked) next
    where m.payout_id = next.payout_id and m.status = next.status
    returning m.payout_id, m.status`.execute(database.read)
  return rows[0]
}
