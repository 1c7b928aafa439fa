import { Refusal } from '@partner-office/domain'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import type { Core } from '../../../core/core.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { setAuthenticator } from '../../../passport/accounts/accounts.ts'
import { setVerification } from '../../../testing/verify-account.ts'
import { asUpload, openTestCore, TEST_NOW } from '../../../testing/core.ts'
import { onPostgres } from '../../../testing/databases.ts'
import { chainText } from '../../../testing/network-files.ts'
import { codeFor, payerOf, REQUEST, STEP_MS } from '../../../testing/payout-desk.ts'
import { postTransfers } from '../../../testing/post-transfers.ts'
import { tableScans } from '../../../testing/table-scans.ts'
import { verifyAll } from '../../../verify/verify-all.ts'
import { importPartners } from '../../partners/import-partners.ts'
import { changeSettings } from '../../settings/change-settings.ts'
import { ConfirmAgain } from './confirm-again.ts'
import { confirmCall } from './confirm-payout.ts'
import { rejectPayout } from '../end/end-payout.ts'
import { initCall } from './init-payout.ts'
import { BasisCache } from './basis-cache.ts'
import { lockPayouts } from '../end/lock-payouts.ts'
import { NOT_FREE, payAlone, payTogether } from './pay-together.ts'
import { readPayoutBases } from './payout-basis.ts'
import type { PayoutCall } from './payout-decision.ts'
import { sessionKey } from './payout-guard.ts'
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
type Act = { readonly partner: number; readonly signIn: string; readonly from: string } & (
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
const signIn = mostly('one', 'two')
const init = fc.record({
  partner,
  signIn,
  kind: fc.constant('init' as const),
  from,
  to: mostly(REQUEST.to, UPT.to),
  address: mostly(REQUEST.address, LOOK_ALIKE, 'no address'),
  amount: mostly('10', '25.5', '9.99999999', '5000', '5000.00000001', '1e5'),
})
const confirm = fc.record({
  partner,
  signIn,
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
  acts: everyone.map((id) => ({
    ...REQUEST,
    kind: 'init',
    ...payerOf(id),
    partner: id,
    amount: '10',
  })),
}
const allConfirm = (step: number | 'wrong'): Turn => ({
  ...quiet,
  acts: everyone.map((id) => ({
    kind: 'confirm',
    ...payerOf(id),
    partner: id,
    from: REQUEST.from,
    step,
  })),
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
  if (act.kind === 'init')
    return initCall(core, { partnerId: act.partner, signIn: act.signIn }, act)
  const code =
    act.step === 'wrong' ? 'none' : codeFor(secretOf(act.partner), core.clock(), act.step)
  return confirmCall(core, { partnerId: act.partner, signIn: act.signIn }, { code, from: act.from })
}

const told = (answer: unknown): unknown =>
  answer instanceof Refusal ? { code: answer.code, params: answer.params } : answer

const alone = (core: Core, call: PayoutCall): Promise<unknown> =>
  payAlone(core, call).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })

type Pay = (core: Core, calls: readonly PayoutCall[]) => Promise<unknown[]>

/**
 * As the intake does: requests leave what confirmations are decided on, and what is not free comes again, alone. Notes the
 * places of the calls of each turn in the order in which they are done.
 */
function together(done: number[][]): Pay {
  const kept = new BasisCache()
  return async (core, calls) => {
    const answers = [...(await payTogether(core, calls, kept))]
    const places = [...answers.keys()]
    const later = places.filter((at) => answers[at] === NOT_FREE)
    done.push([...places.filter((at) => !later.includes(at)), ...later])
    for (const at of later) answers[at] = await alone(core, calls[at]!)
    return answers
  }
}

/** The same calls one by one, in the same order. */
function oneByOne(done: readonly number[][]): Pay {
  const turns = done.values()
  return async (core, calls) => {
    const answers: unknown[] = calls.map(() => null)
    for (const at of turns.next().value!) answers[at] = await alone(core, calls[at]!)
    return answers
  }
}

/** Plays turns, and returns all answers and all that was written. */
async function play(
  database: Database,
  turns: readonly Turn[],
  pay: Pay,
): Promise<{ answers: unknown[]; written: object; differences: readonly string[] }> {
  const { core, clock } = await openPayers(database)
  const answers: unknown[] = []
  let before: Partial<Turn> = {}
  for (const next of turns) {
    const { passes, maxPending, percent, locks, acts } = next
    clock.now += passes
    // What stays is not written again: a new version would have all confirmations decided alone.
    if (maxPending !== before.maxPending) {
      await changeSettings(core, { maxPendingPayouts: maxPending, 'rateLimit.payoutInit': '3' })
    }
    if (percent !== before.percent) {
      await sql`update payout_routes set daily_limit_percent = ${percent}`.execute(
        core.database.read,
      )
    }
    before = next
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
    // Seals are made with a nonce each.
    guards: `select g.*, (select jsonb_object_agg(key, value - 'seal') from jsonb_each(g.sessions)) as sessions
      from payout_guards g order by partner_id`,
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
        const done: number[][] = []
        const shared = await play(await newDatabase(), played, together(done))
        const plain = await play(await newDatabase(), played, oneByOne(done))
        expect(plain.differences).toEqual([])
        for (const code of ['otp_already_used', 'invalid_confirmation_code']) {
          expect(plain.answers).toContainEqual(expect.objectContaining({ code }))
        }
        expect(plain.answers).toContainEqual(expect.objectContaining({ status: 'PENDING' }))
        expect(shared).toEqual(plain)
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
    await Promise.all([1, 2, 3, 4].map((id) => intake.init(payerOf(id), request)))
    expect(count.changes).toBe(1)
  })

  test('PAY-073 a payout whose balance is locked waits alone; payouts of other partners are paid', async () => {
    const { core, clock } = await openPayers(await newDatabase())
    const intake = new PayoutIntake(core)
    for (const id of [1, 2, 3]) await intake.init(payerOf(id), request)
    const confirmed = (id: number) =>
      intake.confirm(payerOf(id), { code: codeOf(clock, id), from: REQUEST.from })
    let held: Promise<unknown> = Promise.resolve()
    const ids: number[] = []
    await core.database.asOwner(async (tx: Tx) => {
      await sql`select from accounts where partner_id = 1 for update`.execute(tx)
      held = confirmed(1).then(({ id }) => ids.push(id))
      await Promise.all([confirmed(2), confirmed(3)])
      expect(ids).toEqual([])
    })
    await held
    expect(ids).toHaveLength(1)
  })

  test('a call looks its partner up, and reads no table of partners as a whole', async () => {
    const { core, clock } = await openPayers(await newDatabase())
    await new PayoutIntake(core).init(payerOf(1), request)
    const call = confirmCall(core, payerOf(1), { code: codeOf(clock, 1), from: REQUEST.from })
    const [before, after] = await core.database.transaction(async (tx) => {
      const scans = await tableScans(tx)
      await readPayoutBases(tx, [call], clock.now)
      return [scans, await tableScans(tx)]
    })
    expect(after).toEqual(before)
  })

  /** Opens a session for each of two partners, and returns what they were decided on and the calls that confirm them. */
  async function openSessions(core: Core, clock: { now: number }) {
    const kept = new BasisCache()
    const opened = await payTogether(
      core,
      [1, 2].map((id) => initCall(core, payerOf(id), request)),
      kept,
    )
    expect(opened).not.toContain(NOT_FREE)
    const calls = [1, 2].map((id) =>
      confirmCall(core, payerOf(id), { code: codeOf(clock, id), from: REQUEST.from }),
    )
    return { kept, calls }
  }

  const paid = expect.objectContaining({ status: 'PENDING' })

  test('a confirmation is decided on what its request was decided on, without reading it again', async () => {
    const { core, clock } = await openPayers(await newDatabase())
    const { kept, calls } = await openSessions(core, clock)
    const unread = { getExecutor: () => expect.unreachable('nothing is to be read') } as unknown
    const blind = { ...core, database: { ...core.database, read: unread as Database['read'] } }
    expect(await payTogether(blind, calls, kept)).toEqual([paid, paid])
  })

  const changes = {
    'a wrong code': 'update payout_guards set wrong_streak = 1 where partner_id = 1',
    'a credit': 'update accounts set balance = balance + 1 where partner_id = 1',
    'a used code': 'update passport.authenticators set last_step = last_step + 1 where user_id = 1',
    'a verification that is withdrawn': `update passport.verifications set status = 'REJECTED' where user_id = 1`,
    'a new password': 'update passport.accounts set password_changed_at = 1 where user_id = 1',
  }
  test.each(Object.entries(changes))(
    'PAY-073 %s after its state was read: the payout is decided again, alone',
    async (_, change) => {
      const { core, clock } = await openPayers(await newDatabase())
      const { calls } = await openSessions(core, clock)
      const { database } = core
      const changing: Database = {
        ...database,
        change: async (statement) => {
          await database.asOwner((tx) => sql.raw(change).execute(tx))
          return database.change(statement)
        },
      }
      const fresh = new BasisCache()
      const answers = await payTogether({ ...core, database: changing }, calls, fresh)
      expect(answers).toEqual([NOT_FREE, paid])
      const { rows } = await sql<{ partnerId: number }>`
        select partner_id from payouts`.execute(database.read)
      expect(rows).toEqual([{ partnerId: 2 }])
    },
  )

  test.each(Object.entries(changes))(
    'PAY-073 %s after the request: its confirmation is decided again, alone',
    async (_, change) => {
      const { core, clock } = await openPayers(await newDatabase())
      const { kept, calls } = await openSessions(core, clock)
      await core.database.asOwner((tx) => sql.raw(change).execute(tx))
      expect(await payTogether(core, calls, kept)).toEqual([NOT_FREE, paid])
    },
  )

  const terms = {
    'fewer pending payouts': `insert into settings values ('maxPendingPayouts', '1', 0)`,
    'payouts that are forbidden': `insert into settings values ('permissionsPayout', 'DENIED', 0)`,
    'other second factors': `insert into settings values ('permissionsPayoutTwoFa', 'DENIED', 0)`,
    'another limit of the route': 'update payout_routes set request_limit = request_limit + 1',
  }
  test.each(Object.entries(terms))(
    'PAY-073 %s after the requests: all confirmations are decided again, alone',
    async (_, change) => {
      const { core, clock } = await openPayers(await newDatabase())
      const { kept, calls } = await openSessions(core, clock)
      await core.database.asOwner((tx) => sql.raw(change).execute(tx))
      expect(await payTogether(core, calls, kept)).toEqual([NOT_FREE, NOT_FREE])
    },
  )

  test('a wrong code is not refused on what was read for the request', async () => {
    const { core, clock } = await openPayers(await newDatabase())
    const { kept, calls } = await openSessions(core, clock)
    const wrong = confirmCall(core, payerOf(1), { code: 'none', from: REQUEST.from })
    expect(await payTogether(core, [wrong, calls[1]!], kept)).toEqual([NOT_FREE, paid])
    expect(await alone(core, wrong)).toMatchObject({ code: 'invalid_confirmation_code' })
  })

  test('D-143 a rejection makes what was read of its partner outdated: the address counts as new again', async () => {
    const { core, clock } = await openPayers(await newDatabase())
    const { kept, calls } = await openSessions(core, clock)
    const [first] = (await payTogether(core, calls, kept)) as { id: number }[]
    const versionOf = async () => {
      const { rows } = await sql<{ xmin: string }>`
        select xmin::text from payout_guards where partner_id = 1`.execute(core.database.read)
      return rows[0]!.xmin
    }
    const before = await versionOf()
    await rejectPayout(core, first!.id, 'test')
    expect(await versionOf()).not.toBe(before)
  })

  const requests = (id: number) => (core: Core) => initCall(core, payerOf(id), request)
  const confirms = (id: number, isRight: boolean) => (core: Core) =>
    confirmCall(core, payerOf(id), {
      code: isRight ? codeFor(secretOf(id), core.clock()) : 'none',
      from: REQUEST.from,
    })
  test.each([
    ['requests', 'off', [requests(1), requests(2)]],
    ['a wrong code', 'on', [confirms(1, false)]],
    ['a payout', 'on', [confirms(1, true)]],
    ['a payout and a request', 'on', [confirms(1, true), requests(2)]],
  ])('the commit of %s waits for the disk, unless nothing but requests', async (_, waits, acts) => {
    const { core, clock } = await openPayers(await newDatabase())
    await openSessions(core, clock)
    const { database } = core
    const written: string[] = []
    const change: Database['change'] = (statement) =>
      database.transaction(async (tx) => {
        const { rows } = await statement.execute(tx)
        const { rows: settings } = await sql<{ waits: string }>`
          select current_setting('synchronous_commit') as waits`.execute(tx)
        written.push(settings[0]!.waits)
        return rows
      })
    const watched = { ...core, database: { ...database, change } }
    const calls = acts.map((act) => act(core))
    expect(await payTogether(watched, calls, new BasisCache())).not.toContain(NOT_FREE)
    expect(written).toEqual([waits])
  })

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
    await Promise.all([1, 2].map((id) => intake.init(payerOf(id), request)))
    const both = await Promise.all(
      [1, 2].map((id) =>
        intake.confirm(payerOf(id), { code: codeOf(clock, id), from: REQUEST.from }),
      ),
    )
    expect(both.map(({ id }) => id).toSorted()).toEqual([3, 4])
  })

  describe('CLU-018 a confirmation whose answer was lost', () => {
    let core: Core
    let clock: { now: number }
    let first: { readonly id: number }
    beforeAll(async () => {
      ;({ core, clock } = await openPayers(await newDatabase()))
      const intake = new PayoutIntake(core)
      await intake.init(payerOf(1), request)
      first = await intake.confirm(payerOf(1), used())
    })
    const used = () => ({ code: codeOf(clock, 1), from: REQUEST.from })
    const closed = () => Promise.reject(new Refusal('confirmation_code_error'))
    const again = (confirmation = used(), attempt = closed) =>
      new ConfirmAgain(core).run(payerOf(1), confirmation, attempt)

    test('is answered with its payout by a process that has not answered it', async () => {
      expect(await again()).toEqual(first)
    })

    test.each([
      ['another code', () => ({ ...used(), code: '000000' })],
      ['another source', () => ({ ...used(), from: UPT.from })],
    ])('is refused with %s', async (_, confirmation) => {
      await expect(again(confirmation())).rejects.toThrow(new Refusal('confirmation_code_error'))
    })

    test('is refused for another reason than a closed request', async () => {
      const locked = () => Promise.reject(new Refusal('user_account_locked'))
      await expect(again(used(), locked)).rejects.toThrow(new Refusal('user_account_locked'))
    })

    test('is refused beside another one of the same request, and by the process that answered it', async () => {
      const process = new ConfirmAgain(core)
      const run = (attempt: () => Promise<never>) => process.run(payerOf(1), used(), attempt)
      const { promise, reject } = Promise.withResolvers<never>()
      const running = run(() => promise)
      await expect(run(closed)).rejects.toThrow(new Refusal('confirmation_code_error'))
      reject(new Refusal('confirmation_code_error'))
      expect(await running).toEqual(first)
      await process.run(payerOf(1), used(), () => running)
      await expect(run(closed)).rejects.toThrow(new Refusal('confirmation_code_error'))
    })

    test('is refused from the instant at which its request expires', async () => {
      const { sessions } = await core.database.read
        .selectFrom('payoutGuards')
        .select('sessions')
        .where('partnerId', '=', 1)
        .executeTakeFirstOrThrow()
      const { expiresAt } = sessions[sessionKey({ ...payerOf(1), from: REQUEST.from })]!
      const confirmation = used()
      clock.now = expiresAt - 1
      expect(await again(confirmation)).toEqual(first)
      clock.now = expiresAt
      await expect(again(confirmation)).rejects.toThrow(new Refusal('confirmation_code_error'))
    })
  })
})
