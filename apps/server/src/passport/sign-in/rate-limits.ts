import { DAY_MS } from '@partner-office/domain'
import { sql } from 'kysely'

import { networkOf } from '../../input/network-of.ts'
import type { Tx } from '../../db/database.ts'
import type { Passport } from '../passport.ts'
import { hashOf } from '../../proofs/secret-token.ts'
import { countCall, countIn } from '../../proofs/count-calls.ts'

const KEPT_MS = 3_600_000

/**
 * What is counted: the network; and the e-mail, whether it has an account or not. A known device of the account
 * has its own count.
 */
type Counted = {
  readonly purpose: string
  readonly email?: string
  readonly device?: Buffer | null
  readonly address: string
  /** Counts an e-mail for each network: what one network uses up stays free for others. */
  readonly eachNetwork?: boolean
}

/**
 * Counts a call that hashes a password or sends a mail.
 *
 * Units: calls per minute; the minute starts with the first call, and again after the clock was set back; 0: no limit.
 * Refuses: `too_many_requests`, with the seconds to wait.
 * Source: decisions D-106.
 */
export async function limitCalls(
  passport: Passport,
  { purpose, email, device = null, address, eachNetwork = false }: Counted,
): Promise<void> {
  const { business } = passport
  const ofAddress = Number(await business.setting('rateLimit.signInAddress'))
  await countCall(passport.core, `${purpose} from ${networkOf(address)}`, ofAddress)
  if (email === undefined) return
  const ofAccount = Number(await business.setting('rateLimit.signInAccount'))
  const name = hashOf(email.toLowerCase()).toString('base64url')
  const browser = device === null ? '' : ` on ${device.toString('base64url')}`
  const network = eachNetwork ? ` from ${networkOf(address)}` : ''
  await countCall(passport.core, `${purpose} as ${name}${browser}${network}`, ofAccount)
}

/** Counts a mail to an account; returns how many mails of that purpose it was sent within a day, with this one. */
export async function countMailOfDay(
  { core }: Passport,
  purpose: string,
  userId: number,
): Promise<number> {
  return (await countIn(core, `${DAILY}${purpose} to ${userId}`, DAY_MS)).calls
}

const DAILY = 'mails of a day: '

/** Deletes counts whose window is over. */
export async function deleteOldCounts(tx: Tx, now: number): Promise<void> {
  await sql`
    delete from passport.rate_limits
    where window_start <= ${now} - case when starts_with(subject, ${DAILY}) then ${DAY_MS}::bigint
      else ${KEPT_MS}::bigint end`.execute(tx)
}
