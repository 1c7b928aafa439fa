import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import {
  approvePayout,
  cancelPayout,
  rejectPayout,
  takePayout,
} from '../business/payouts/end/end-payout.ts'
import { PayoutIntake } from '../business/payouts/confirm/payout-intake.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { approveByOperator, rejectByOperator, takeByOperator } from '../console/payouts/acts.ts'
import type { Core } from '../core/core.ts'
import type { Database, Tx } from '../db/database.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { type Payer, payerOf, PayoutDesk, REQUEST, txIdOf } from './payout-desk.ts'
import { race, RACERS } from './races.ts'

/** What the races of a run came to. `faults` names everything that must not happen. */
export type PayoutRaceSummary = {
  readonly races: number
  readonly paid: number
  readonly ended: Readonly<Record<string, number>>
  readonly faults: readonly string[]
}

/** The two sources that race in a round, each with a code of its own. */
const SOURCES = [
  { ...REQUEST, amount: '10' },
  { ...REQUEST, amount: '10', from: 'UCHAIN_UPT_BONUS', to: 'UPT_XRC10_WHITE' },
] as const

const MOST_PENDING = 2
const ROUNDS_A_PAYER = 2_000

/**
 * Races of 20 calls at one lock, in rounds of two or three, until there were at least `races`: first requests and confirmations
 * of two sources with two codes, then for each payout its cancelling, take-up, approval and rejection, also by two operators of
 * the console.
 *
 * In odd rounds one payout is pending already, so that the limit leaves room for one of the two. The
 * partners are replaced after two thousand rounds: real histories are not longer.
 */
export async function payoutRaces(
  database: Database,
  options: { readonly races: number; readonly say?: (line: string) => void },
): Promise<PayoutRaceSummary> {
  const desk = await PayoutDesk.open(database)
  await changeSettings(desk.core, {
    maxPendingPayouts: String(MOST_PENDING),
    // What an operator takes up on a day is not limited here.
    fourEyesPayoutEur: '1000000000',
  })
  const operators = await twoOperators(desk.core)
  const ended: Record<string, number> = {}
  const faults: string[] = []
  let payers: readonly Payer[] = []
  let races = 0
  let paid = 0
  for (let round = 0; races < options.races; round += 1) {
    if (round % ROUNDS_A_PAYER === 0) payers = await newPayers(desk)
    const isOdd = round % 2 === 1
    const ids = await confirmRace(payers[round % 2]!, round)
    const most = isOdd ? MOST_PENDING - 1 : MOST_PENDING
    if (ids.length === 0 || ids.length > most) {
      faults.push(`round ${round}: ${ids.length} payouts, at most ${most}`)
    }
    paid += ids.length
    races += 1 + ids.length
    for (const id of ids) {
      const ends = await endRace(payers[round % 2]!, id, { round, operators })
      if (ends.length !== 1) faults.push(`round ${round}: payout ${id} ended as ${ends.join(', ')}`)
      for (const status of ends) ended[status] = (ended[status] ?? 0) + 1
    }
    if (round % 500 === 499) options.say?.(`${races} races`)
  }
  faults.push(...(await verifyAll(desk.core)).differences)
  return { races, paid, ended, faults }
}

/** A partner without payouts, and one with a pending payout that no race touches. */
async function newPayers(desk: PayoutDesk): Promise<Payer[]> {
  const payers = [
    await desk.payer({ balance: 1_000_000 }),
    await desk.payer({ balance: 1_000_000 }),
  ]
  await payers[1]!.pay({ amount: '10' })
  return payers
}

/** The payouts that two codes have confirmed, while requests for the same sources came in between. */
async function confirmRace(payer: Payer, round: number): Promise<number[]> {
  const { desk, id } = payer
  const { core } = desk
  const intake = new PayoutIntake(core)
  desk.nextCode()
  const codes = [payer.code(0), payer.code(1)]
  for (const source of SOURCES) await intake.init(payerOf(id), source)
  const calls = Array.from({ length: RACERS }, (_, at) => {
    const source = SOURCES[at % 2]!
    const isRequest = (at + round) % 5 === 0
    return (): Promise<{ id?: number }> =>
      isRequest
        ? intake.init(payerOf(id), source).then(() => ({}))
        : intake.confirm(payerOf(id), { code: codes[at % 2]!, from: source.from })
  })
  const hold = (tx: Tx) =>
    sql`insert into payout_guards (partner_id) values (${id})
      on conflict (partner_id) do update set partner_id = excluded.partner_id`.execute(tx)
  const answers = await accepted(race(core.database, hold, calls))
  return answers.flatMap((answer) => answer.id ?? [])
}

/** The states in which a payout ended; more or less than one is a fault. */
async function endRace(
  { desk: { core }, id: owner }: Payer,
  id: number,
  { round, operators }: { readonly round: number; readonly operators: readonly number[] },
) {
  const calls = [
    () => cancelPayout(core, owner, id),
    () => takePayout(core, id),
    () => approvePayout(core, id, txIdOf(id)),
    () => rejectPayout(core, id, 'a race'),
    ...operators.flatMap((by) => operatorCalls(core, id, by)),
  ]
  const racing = Array.from(
    { length: RACERS },
    (_, at) => (): Promise<{ status: string }> => calls[(at + round) % calls.length]!(),
  )
  const hold = (tx: Tx) => sql`select from payouts where id = ${id} for update`.execute(tx)
  const answers = await accepted(race(core.database, hold, racing))
  const ends = answers.map(({ status }) => status).filter((status) => status !== 'PENDING')
  const stored = await statusOf(core, id)
  return ends.every((end) => end === stored) ? ends : [...ends, `${stored} in the history`]
}

/** What an operator of the console may do at the same moment: in the version of a waiting payout, and of one that is taken up. */
const operatorCalls = (core: Core, id: number, by: number) => {
  const act = (work: (tx: Tx) => Promise<{ status: string }>) => () =>
    core.database.transaction(work)
  return [
    act((tx) => takeByOperator(core, tx, { id, version: 1, by })),
    act((tx) => approveByOperator(core, tx, { id, version: 2, by, txId: txIdOf(id) })),
    act((tx) =>
      rejectByOperator(core, tx, { id, version: 2, by, reason: 'a race', isNotSent: true }),
    ),
  ]
}

async function twoOperators({ database, clock }: Core): Promise<number[]> {
  const added = ['ann@example.com', 'bob@example.com'].map((email) => ({ email, addedAt: clock() }))
  const rows = await database.read
    .insertInto('console.operators')
    .values(added)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function statusOf({ database }: Core, id: number): Promise<string> {
  const { status } = await database.read
    .selectFrom('payouts')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status
}

/** The answers of the calls that were not refused. Fails for any other error. */
async function accepted<T>(results: Promise<readonly PromiseSettledResult<T>[]>): Promise<T[]> {
  return (await results).flatMap((result) => {
    if (result.status === 'fulfilled') return [result.value]
    if (result.reason instanceof Refusal) return []
    throw result.reason
  })
}
