import { Refusal } from '@partner-office/domain'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import type { Database, Tx } from '../../db/database.ts'
import { setAuthenticator } from '../../passport/accounts/accounts.ts'
import { setVerification } from '../../passport/accounts/verify-account.ts'
import { asUpload, openTestCore, TEST_NOW } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { chainText } from '../../testing/network-files.ts'
import { codeFor, REQUEST, STEP_MS } from '../../testing/payout-desk.ts'
import { postTransfers } from '../../testing/post-transfers.ts'
import { tableScans } from '../../testing/table-scans.ts'
import { verifyAll } from '../../verify/verify-all.ts'
import { importPartners } from '../partners/import-partners.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { confirmCall } from './confirm-payout.ts'
import { initCall } from './init-payout.ts'
import { lockPayouts } from './lock-payouts.ts'
import { NOT_FREE, payAlone, payTogether } from './pay-together.ts'
import { readPayoutBases } from './payout-basis.ts'
import type { PayoutCall } from './payout-decision.ts'
import { PayoutIntake } from './payout-intake.ts'

const PARTNERS = 6
const everyone = Array.from({ length: PARTNERS }, (_, at) => at + 1)
const UPT = { from: 'UCHAIN_UPT_BONUS', to: 'UPT_XRC10_WHITE' }
const LOOK_ALIKE = `${REQUEST.address.slice(0, -1)}d`

/** Each partner's app has a secret of its own, the same on every database. */
const secretOf = (partnerId: number): string =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.slice(partnerId, partnerId + 16)

/** The last partner has no authenticator, the one before is not verified; all have money for one large payout. */
async function openPayers(database: Database): Promise<{ core: Core; clock: { now: number } }> {
  const clock = { now: TEST_NOW }
  const core = await openTestCore(database, { clock })
  await importPartners(core, asUpload(chainText(PARTNERS)))
  await core.database.transaction(async (tx) => {
    for (const id of everyone.slice(0, -1)) await setAuthenticator(core, tx, id, secretOf(id))
    for (const id of everyone.filter((each) => each !== PARTNERS - 1)) {
      await setVerification(core, tx, id, 'APPROVED')
    }
    await postTransfers(
      tx,
      everyone.flatMap((partnerId) =>
        ['UCN', 'UPT'].map((currency) => ({
          key: `given:${partnerId}:${currency}`,
          partnerId,
          account: `UCHAIN_${currency}_BONUS`,
          counter: 'bonus_expense',
          toPartner: true,
          currency,
          amount: '600000000000',
          kind: 'TEST_CREDIT',
          reference: 'test',
          createdAt: TEST_NOW - 86_400_000,
        })),
      ),
    )
  })
  for (const id of everyone) await lockPayouts(core, id, false)
  return { core, clock }
}

/** One thing that a partner does; the code is that of a step before, now or later, or a wrong one. */
type Act = { readonly partner: number; readonly from: string } & (
  | {
      readonly kind: 'init'
      readonly to: string
      readonly address: string
      readonly amount: string
    }
  | { readonly kind: 'confirm'; readonly step: number | 'wrong' }
)

/** What different partners do at the same time, after what the operators have changed and the time that has passed. */
type Turn = {
  readonly passes: number
  readonly maxPending: string
  readonly percent: number | null
  readonly locks: number | null
  readonly acts: readonly Act[]
}

/** Mostly the first value, so that most sessions come to a payout; now and then one of the others. */
const mostly = <Value>(value: Value, ...others: Value[]): fc.Arbitrary<Value> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(value) },
    { weight: 3, arbitrary: fc.constantFrom(...others) },
  )

const partner = fc.integer({ min: 1, max: PARTNERS })
const from = mostly(REQUEST.from, UPT.from)
const init = fc.record({
  partner,
  kind: fc.constant('init' as const),
  from,
  to: mostly(REQUEST.to, UPT.to),
  address: mostly(REQUEST.address, LOOK_ALIKE, 'no address'),
  amount: mostly('10', '25.5', '9.99999999', '5000', '5000.00000001', '1e5'),
})
const confirm = fc.record({
  partner,
  kind: fc.constant('confirm' as const),
  from,
  step: mostly<number | 'wrong'>(0, -1, 1, 'wrong'),
})
/** Half of the turns only open, the others mostly confirm. */
const actsOfTurn = fc.boolean().chain((opens) =>
  fc.uniqueArray(opens ? init : fc.oneof(init, confirm, confirm, confirm), {
    minLength: 3,
    maxLength: PARTNERS,
    selector: (act) => act.partner,
  }),
)
const turn: fc.Arbitrary<Turn> = fc.record({
  passes: mostly(STEP_MS, 0, 5 * 60_000, 3_600_000, 86_400_000),
  maxPending: mostly('4', '1'),
  percent: mostly<number | null>(null, 50),
  locks: partner.chain((id) => mostly<number | null>(null, id)),
  acts: actsOfTurn,
})

const quiet = { passes: 0, maxPending: '4', percent: null, locks: null }
const allOpen: Turn = {
  ...quiet,
  passes: STEP_MS,
  acts: everyone.map((id) => ({ ...REQUEST, kind: 'init', partner: id, amount: '10' })),
}
const allConfirm = (step: number | 'wrong'): Turn => ({
  ...quiet,
  acts: everyone.map((id) => ({ kind: 'confirm', partner: id, from: REQUEST.from, step })),
})
/** Before the random turns: all are paid, then try the same code again and a wrong one. */
const OPENING = [
  allOpen,
  allConfirm(0),
  { ...allOpen, passes: 0 },
  allConfirm(0),
  allConfirm('wrong'),
]

function callOf(core: Core, act: Act): PayoutCall {
  if (act.kind === 'init') return initCall(act.partner, act)
  const code =
    act.step === 'wrong' ? 'none' : codeFor(secretOf(act.partner), core.clock(), act.step)
  return confirmCall(core, act.partner, { code, from: act.from })
}

const told = (answer: unknown): unknown =>
  answer instanceof Refusal ? { code: answer.code, params: answer.params } : answer

const alone = (core: Core, call: PayoutCall): Promise<unknown> =>
  payAlone(core, call).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })

async function oneByOne(core: Core, calls: readonly PayoutCall[]): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const call of calls) answers.push(await alone(core, call))
  return answers
}

/** As the intake does: what is not free comes again, alone. */
async function together(core: Core, calls: readonly PayoutCall[]): Promise<unknown[]> {
  const answers = await payTogether(core, calls)
  const again = answers.map((answer, at) =>
    answer === NOT_FREE ? () => alone(core, calls[at]!) : () => answer,
  )
  const all: unknown[] = []
  for (const each of again) all.push(await each())
  return all
}

/** Plays turns, and returns all answers and all that was written. */
async function play(
  database: Database,
  turns: readonly Turn[],
  pay: typeof together,
): Promise<{ answers: unknown[]; written: object; differences: readonly string[] }> {
  const { core, clock } = await openPayers(database)
  const answers: unknown[] = []
  for (const { passes, maxPending, percent, locks, acts } of turns) {
    clock.now += passes
    await changeSettings(core, { maxPendingPayouts: maxPending, 'rateLimit.payoutInit': '3' })
    await sql`update payout_routes set daily_limit_percent = ${percent}`.execute(core.database.read)
    if (locks !== null) await lockPayouts(core, locks, true)
    const calls = acts.map((act) => callOf(core, act))
    answers.push(...(await pay(core, calls)).map(told))
    if (locks !== null) await lockPayouts(core, locks, false)
  }
  const { differences } = await verifyAll(core)
  return { answers, written: await writtenBy(core), differences }
}

/** Everything that payouts write. */
async function writtenBy({ database }: Core): Promise<object> {
  const tables = {
    payouts: 'select * from payouts order by id',
    sessions: 'select * from payout_sessions order by partner_id, payout_from',
    guards: 'select * from payout_guards order by partner_id',
    mails: 'select * from payout_mails order by payout_id',
    steps: 'select user_id, last_step from passport.authenticators order by user_id',
    transfers: 'select * from transfers order by id',
    accounts: 'select * from accounts order by id',
  }
  const read = Object.entries(tables).map(async ([name, query]) => {
    const { rows } = await sql.raw(query).execute(database.read)
    return [name, rows] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** Counts what the intake writes: its statements, each a transaction. */
function counted(core: Core) {
  const count = { changes: 0 }
  const { database } = core
  const change: typeof database.change = (statement) => {
    count.changes += 1
    return database.change(statement)
  }
  return { counting: { ...core, database: { ...database, change } }, count }
}

onPostgres('payouts that arrive together', (newDatabase) => {
  test('answer and write what they would one by one', async () => {
    const turns = fc.array(turn, { minLength: 20, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(turns, async (random) => {
        const played = [...OPENING, ...random]
        const plain = await play(await newDatabase(), played, oneByOne)
        expect(plain.differences).toEqual([])
        for (const code of ['otp_already_used', 'invalid_confirmation_code']) {
          expect(plain.answers).toContainEqual(expect.objectContaining({ code }))
        }
        expect(plain.answers).toContainEqual(expect.objectContaining({ status: 'PENDING' }))
        expect(await play(await newDatabase(), played, together)).toEqual(plain)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })

  const request = { ...REQUEST, amount: '10' }
  const codeOf = ({ now }: { now: number }, id: number) => codeFor(secretOf(id), now)

  test('calls of different partners that wait share a transaction', async () => {
    const { core } = await openPayers(await newDatabase())
    const { counting, count } = counted(core)
    const intake = new PayoutIntake(counting)
    await Promise.all([1, 2, 3, 4].map((id) => intake.init(id, request)))
    expect(count.changes).toBe(1)
  })

  test('PAY-073 a payout whose balance is locked waits alone; payouts of other partners are paid', async () => {
    const { core, clock } = await openPayers(await newDatabase())
    const intake = new PayoutIntake(core)
    for (const id of [1, 2, 3]) await intake.init(id, request)
    const confirmed = (id: number) =>
      intake.confirm(id, { code: codeOf(clock, id), from: REQUEST.from })
    let held: Promise<unknown> = Promise.resolve()
    const paid: number[] = []
    await core.database.asOwner(async (tx: Tx) => {
      await sql`select from accounts where partner_id = 1 for update`.execute(tx)
      held = confirmed(1).then(({ id }) => paid.push(id))
      await Promise.all([confirmed(2), confirmed(3)])
      expect(paid).toEqual([])
    })
    await held
    expect(paid).toHaveLength(1)
  })

  test('a call looks its partner up, and reads no table of partners as a whole', async () => {
    const { core, clock } = await openPayers(await newDatabase())
    await new PayoutIntake(core).init(1, request)
    const call = confirmCall(core, 1, { code: codeOf(clock, 1), from: REQUEST.from })
    const [before, after] = await core.database.transaction(async (tx) => {
      const scans = await tableScans(tx)
      await readPayoutBases(tx, [call], clock.now)
      return [scans, await tableScans(tx)]
    })
    expect(after).toEqual(before)
  })

  const changes = {
    'a wrong code': 'update payout_guards set wrong_streak = 1 where partner_id = 1',
    'a credit': 'update accounts set balance = balance + 1 where partner_id = 1',
    'a used code': 'update passport.authenticators set last_step = last_step + 1 where user_id = 1',
  }
  test.each(Object.entries(changes))(
    'PAY-073 %s after its state was read: the payout is decided again, alone',
    async (_, change) => {
      const { core, clock } = await openPayers(await newDatabase())
      const intake = new PayoutIntake(core)
      for (const id of [1, 2]) await intake.init(id, request)
      const { database } = core
      const changing: Database = {
        ...database,
        change: async (statement) => {
          await database.asOwner((tx) => sql.raw(change).execute(tx))
          return database.change(statement)
        },
      }
      const calls = [1, 2].map((id) =>
        confirmCall(core, id, { code: codeOf(clock, id), from: REQUEST.from }),
      )
      const answers = await payTogether({ ...core, database: changing }, calls)
      expect(answers).toEqual([NOT_FREE, expect.objectContaining({ status: 'PENDING' })])
      const { rows } = await sql<{ partnerId: number }>`
        select partner_id from payouts`.execute(database.read)
      expect(rows).toEqual([{ partnerId: 2 }])
    },
  )

  test('payouts that the database refuses together are done one by one', async () => {
    const { core, clock } = await openPayers(await newDatabase())
    await core.database.transaction((tx) =>
      postTransfers(tx, [
        {
          key: 'payout:2:PAYOUT',
          partnerId: 4,
          account: UPT.from,
          counter: 'bonus_expense',
          toPartner: true,
          currency: 'UPT',
          amount: '1',
          kind: 'TEST_CREDIT',
          reference: 'taken',
          createdAt: TEST_NOW,
        },
      ]),
    )
    const intake = new PayoutIntake(core)
    await Promise.all([1, 2].map((id) => intake.init(id, request)))
    const paid = await Promise.all(
      [1, 2].map((id) => intake.confirm(id, { code: codeOf(clock, id), from: REQUEST.from })),
    )
    expect(paid.map(({ id }) => id).toSorted()).toEqual([3, 4])
  })
})
