import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { networkOf } from '../../core/network-of.ts'
import type { Passport } from '../passport.ts'
import { hashOf } from '../tokens/secret-token.ts'

const WINDOW_MS = 60_000

/**
 * What is counted: the network; and the e-mail, whether it has an account or not. A known device of the account
 * has its own count.
 */
type Counted = {
  readonly purpose: string
  readonly email?: string
  readonly device?: Buffer | null
  readonly address: string
}

/**
 * Counts a call that hashes a password or sends a mail.
 *
 * Units: calls per minute; the minute starts with the first call; 0: no limit.
 * Refuses: `too_many_requests`, with the seconds to wait.
 * Source: decisions D-106.
 */
export async function limitCalls(
  passport: Passport,
  { purpose, email, device = null, address }: Counted,
): Promise<void> {
  const { business } = passport
  const ofAddress = Number(await business.setting('rateLimit.signInAddress'))
  await countCall(passport, `${purpose} from ${networkOf(address)}`, ofAddress)
  if (email === undefined) return
  const ofAccount = Number(await business.setting('rateLimit.signInAccount'))
  const name = hashOf(email.toLowerCase()).toString('base64url')
  const browser = device === null ? '' : ` on ${device.toString('base64url')}`
  await countCall(passport, `${purpose} as ${name}${browser}`, ofAccount)
}

async function countCall({ core }: Passport, subject: string, limit: number): Promise<void> {
  if (limit === 0) return
  const now = core.clock()
  const { rows } = await sql<{ calls: number; windowStart: number }>`
    insert into passport.rate_limits as r (subject, window_start, calls) values (${subject}, ${now}, 1)
    on conflict (subject) do update set
      calls = case when r.window_start + ${WINDOW_MS} <= ${now} then 1 else r.calls + 1 end,
      window_start = case when r.window_start + ${WINDOW_MS} <= ${now} then ${now} else r.window_start end
    returning calls, window_start`.execute(core.database.read)
  const { calls, windowStart } = rows[0]!
  if (calls <= limit) return
  const retryAfter = Math.max(1, Math.ceil((windowStart + WINDOW_MS - now) / 1_000))
  throw new Refusal('too_many_requests', { retryAfter })
}
