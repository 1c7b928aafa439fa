import { sql } from 'kysely'

import type { Core } from '../core/core.ts'
import type { Tx } from '../db/database.ts'
import type { Family } from './check.ts'

type Request = Readonly<Record<'payoutTo' | 'address' | 'amount', string>> & {
  readonly openedAt: number
  readonly expiresAt: number
  readonly seal?: string
}

/**
 * Open requests of payouts: each is sealed for its partner, source and sign-in, with its address, amount and times.
 *
 * The next code pays what such a request says, and a request lives for minutes, so it is in no journal. Expired ones
 * without a sign-in, as version 0.2.0 left them, are passed over: no code confirms them.
 */
export const payoutRequests: Family = {
  name: 'payout requests',
  prepare: [
    async (tx, core) => {
      const forged = await readForged(tx, core)
      await sql`create temp table v_forged_requests (partner_id bigint, source text)`.execute(tx)
      for (const { partnerId, key } of forged) {
        const [source] = key.split(' ')
        await sql`insert into v_forged_requests values (${partnerId}, ${source})`.execute(tx)
      }
    },
  ],
  checks: [
    {
      name: 'an open request of a payout is as its partner has made it',
      differences: `
        select format('the open request of partner %s to pay from %s is not as the partner has made it', partner_id, source)
          as difference
        from v_forged_requests order by partner_id, source`,
    },
  ],
}

async function readForged(tx: Tx, { passwords, clock }: Core) {
  const { rows } = await sql<{ partnerId: number; key: string; request: Partial<Request> | null }>`
    select g.partner_id, s.key, s.value as request
    from payout_guards g, jsonb_each(g.sessions) s where g.sessions <> '{}' order by 1, 2`.execute(
    tx,
  )
  return rows.filter(({ partnerId, key, request }) => {
    const { payoutTo, address, amount, openedAt, expiresAt, seal: sealText = '' } = request ?? {}
    if (!key.includes(' ') && Number(expiresAt) <= clock()) return false
    const text = JSON.stringify(['payout', key, payoutTo, address, amount, openedAt, expiresAt])
    const written = String(sealText)
    if (written === passwords.codeOf(`${partnerId} ${text}`)) return false
    // Version 0.3.0 stored the text itself, encrypted. Base64 skips what is no letter of it.
    const seal = Buffer.from(written, 'base64')
    return seal.toString('base64') !== written || passwords.open(partnerId, seal) !== text
  })
}
