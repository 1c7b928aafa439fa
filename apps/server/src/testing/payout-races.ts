import { sql } from 'kysely'

import type { Database, Tx } from '../db/database.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { type Payer, PayoutDesk } from './payout-desk.ts'
import { race, RACERS } from './races.ts'

/** What the races of a run came to. `faults` names everything that must not happen. */
export type PayoutRaceSummary = {
  readonly paid: number
  readonly ended: Readonly<Record<string, number>>
  readonly faults: readonly string[]
}

type Answer = { readonly code?: string; readonly data: { readonly status?: string } | null }

const AMOUNT = '10'

/**
 * Rounds of two races, each of 20 calls at one lock: first requests and confirmations of one payout with one code, then its
 * cancelling, take-up, approval and rejection.
 */
export async function payoutRaces(
  database: Database,
  { rounds, say = () => {} }: { readonly rounds: number; readonly say?: (line: string) => void },
): Promise<PayoutRaceSummary> {
  const desk = await PayoutDesk.open(database)
  const payer = await desk.payer({ balance: 1_000_000 })
  const ended: Record<string, number> = {}
  const faults: string[] = []
  let paid = 0
  for (let round = 1; round <= rounds; round += 1) {
    const ids = await confirmRace(payer, round)
    if (ids.length > 1) faults.push(`round ${round}: ${ids.length} payouts for one code`)
    paid += ids.length
    for (const id of ids) {
      const ends = await endRace(payer, id, round)
      if (ends.length !== 1) faults.push(`round ${round}: payout ${id} ended as ${ends.join(', ')}`)
      for (const status of ends) ended[status] = (ended[status] ?? 0) + 1
    }
    if (round % 50 === 0) say(`round ${round}`)
  }
  faults.push(...(await verifyAll(desk.core)).differences)
  return { paid, ended, faults }
}

/** The payouts that one code has confirmed, while requests for the same source came in between. */
async function confirmRace(payer: Payer, round: number): Promise<number[]> {
  const { desk } = payer
  desk.nextCode()
  await payer.init({ amount: AMOUNT })
  const code = payer.code()
  const calls = Array.from(
    { length: RACERS },
    (_, at) => () =>
      (at + round) % 4 === 0 ? payer.init({ amount: AMOUNT }) : payer.confirm(code),
  )
  const hold = (tx: Tx) =>
    sql`insert into payout_guards (partner_id) values (${payer.id})
      on conflict (partner_id) do update set partner_id = excluded.partner_id`.execute(tx)
  const results = await race(desk.core.database, hold, calls)
  return succeeded(results).flatMap(({ data }) =>
    data !== null && 'id' in data ? [Number(data.id)] : [],
  )
}

/** The states in which a payout ended; more or less than one is a fault. */
async function endRace(payer: Payer, id: number, round: number): Promise<string[]> {
  const { desk } = payer
  const calls = [
    () => payer.cancel(id),
    () => desk.operator('POST', `/payouts/${id}/take`),
    () => desk.operator('POST', `/payouts/${id}/approve`, { txId: `0x${id}` }),
    () => desk.operator('POST', `/payouts/${id}/reject`, { reason: 'a race' }),
  ]
  const racing = Array.from({ length: RACERS }, (_, at) => calls[(at + round) % calls.length]!)
  const hold = (tx: Tx) => sql`select from payouts where id = ${id} for update`.execute(tx)
  const results = await race<Answer>(desk.core.database, hold, racing)
  const { status } = await payer.get(`/v1/payout/${id}`)
  const ends = succeeded(results)
    .map(({ data }) => String(data?.status))
    .filter((end) => end !== 'PENDING')
  return ends.every((end) => end === status) ? ends : [...ends, `${status} in the history`]
}

function succeeded<T extends { readonly code?: string | undefined }>(
  results: readonly PromiseSettledResult<T>[],
): T[] {
  return results.flatMap((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value.code === undefined ? [result.value] : []
  })
}
