import type { Proposed } from '@partner-office/contracts'
import { type RawBuilder, sql } from 'kysely'

import { placeHold } from '../business/adjustments/holds.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { newestRate } from '../business/rates/rate-jump.ts'
import { readOperators } from '../console/accounts/operators.ts'
import type { Acting, Session } from '../console/console.ts'
import { approveProposal } from '../console/proposals/decide-proposal.ts'
import { kindOf } from '../console/proposals/kinds.ts'
import { propose } from '../console/proposals/propose.ts'
import type { Core } from '../core/core.ts'
import { mailQueue } from '../passport/mail/mail-queue.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { asUpload } from './core.ts'
import type { LastStep } from './count-steps.ts'
import { runKilled } from './kill-at-step.ts'
import type { Variables } from './kill-victim.ts'
import { chainText } from './network-files.ts'
import { recordOrder } from './record-order.ts'
import { storeDispute } from './store-dispute.ts'
import { runOffice } from './run-office.ts'
import { withCore } from './with-core.ts'

const KINDS = [
  'setting',
  'rate',
  'role',
  'recovery',
  'order_cancel',
  'adjustment',
  'hold_release',
  'erasure',
] as const satisfies Proposed['kind'][]
type Kind = (typeof KINDS)[number]

/** An open proposal, and the address of the operator who approves it. */
export type Approval = { readonly id: number; readonly by: string }

/**
 * The kind of a proposal, and the step of its approval at which the process is killed, or words of the statement after which it
 * is; 0: it is not.
 */
export type ProposalKill = { readonly kind: Kind; readonly step: LastStep }

export type ProposalKillOptions = {
  /** The kills, or how many: they meet the steps of each kind in turn, the first ones again when all are met. */
  readonly kills: number | readonly ProposalKill[]
  readonly variables: Variables
  readonly say?: (line: string) => void
}

export type ProposalKillSummary = {
  /** Kills by kind, the steps that its approval has, and how many kills left the proposal open. */
  readonly kills: Readonly<Record<Kind, { killed: number; steps: number; open: number }>>
  /** Acts that were half done, done twice or not at all, and what `verify` finds; must be empty. */
  readonly faults: readonly string[]
}

const PROPOSER = 'ann@example.com'
const APPROVER = 'bob@example.com'
const CHANGED = 'cy@example.com'

/** The console of a program, which queues its mails. */
export const consoleOf = (core: Core): Acting => ({ core, mail: mailQueue(core) })

/** A session of an operator who has just signed in. */
export async function sessionOf(core: Core, email: string): Promise<Session> {
  const { id, roles } = await operatorCalled(core, email)
  const now = core.clock()
  const session = { id: 0, tokenHash: Buffer.alloc(32), openedAt: now, freshAt: now }
  return { ...session, operatorId: id, email, roles }
}

/**
 * Kills a process with SIGKILL at one step of an approval, approves again what is still open, and checks that the act is
 * done exactly once.
 */
export async function proposalKills(options: ProposalKillOptions): Promise<ProposalKillSummary> {
  const rounds = new ProposalKills(options)
  await rounds.run()
  return rounds
}

/** What an act has left: the value that it changes, and how often the audit log has the act. */
type Effect = { readonly value: string; readonly acts: number }

type Prepared = {
  readonly asked: Proposed
  readonly approval: Approval
  readonly before: Effect
}

class ProposalKills implements ProposalKillSummary {
  readonly faults: string[] = []
  readonly kills = Object.fromEntries(
    KINDS.map((kind) => [kind, { killed: 0, steps: 0, open: 0 }]),
  ) as Record<Kind, { killed: number; steps: number; open: number }>
  readonly #options: ProposalKillOptions

  constructor(options: ProposalKillOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    const { kills, variables } = this.#options
    await withCore(variables, addOperators)
    await this.#inTurn(typeof kills === 'number' ? await this.#spread(kills) : kills)
  }

  /** Runs each approval once without a kill, to count its steps. */
  async #spread(kills: number): Promise<ProposalKill[]> {
    await this.#inTurn(KINDS.map((kind) => ({ kind, step: 0 })))
    const all = KINDS.flatMap((kind) =>
      Array.from({ length: this.kills[kind].steps }, (_, at) => ({ kind, step: at + 1 })),
    )
    return Array.from({ length: kills }, (_, at) => all[at % all.length]!)
  }

  /** Each round checks the one before and prepares the next in one opening of the data, which costs more than the call. */
  async #inTurn(rounds: readonly ProposalKill[]): Promise<void> {
    const { variables, say } = this.#options
    let prepared = await withCore(variables, (core) => prepare(core, rounds[0]!.kind))
    for (const [at, round] of rounds.entries()) {
      const ran = prepared
      const call = { call: ran.approval, step: round.step }
      const { wasKilled, steps } = await runKilled('proposal-kill-child.ts', call, variables)
      const counts = this.kills[round.kind]
      counts.killed += Number(wasKilled)
      counts.steps = steps ?? counts.steps
      const next = rounds[at + 1]?.kind
      await withCore(variables, async (core) => {
        await this.#follow(core, round, ran)
        if (next !== undefined) prepared = await prepare(core, next)
      })
      say?.(`round ${at + 1} of ${rounds.length}: ${round.kind}, step ${round.step}`)
    }
  }

  /** Looks at what the kill has left, approves what is open, and looks again. */
  async #follow(core: Core, { kind, step }: ProposalKill, prepared: Prepared): Promise<void> {
    const note = (fault: string) => this.faults.push(`${kind}, killed at step ${step}: ${fault}`)
    const { asked, approval, before } = prepared
    if ((await stateOf(core, approval)) === 'OPEN') {
      this.kills[kind].open += 1
      const left = await effectOf(core, asked)
      if (!isSame(left, before)) note(`open, and ${JSON.stringify(left)}`)
      const session = await sessionOf(core, approval.by)
      await approveProposal(consoleOf(core), { id: approval.id, version: 1, session })
    }
    const state = await stateOf(core, approval)
    const done = await effectOf(core, asked)
    if (state !== 'DONE' || !isSame(done, dueOf(prepared)))
      note(`${state}, ${JSON.stringify(done)}`)
    for (const difference of (await verifyAll(core)).differences) note(difference)
  }
}

async function addOperators(core: Core): Promise<void> {
  for (const email of [PROPOSER, APPROVER]) {
    await runOffice(core, ['operator', 'add', email, '--role', 'admin,finance'])
  }
  await runOffice(core, ['operator', 'add', CHANGED, '--role', 'plan'])
  await importPartners(core, asUpload(chainText(2)))
  // As after their first sign-in.
  await core.database.transaction((tx) =>
    tx.updateTable('console.operators').set({ passwordHash: 'a hash' }).execute(),
  )
}

async function prepare(core: Core, kind: Kind): Promise<Prepared> {
  const asked = await nextAct(core, kind)
  const before = await effectOf(core, asked)
  const proposer = await sessionOf(core, PROPOSER)
  const reason = 'to be killed at each step'
  const { id, state } = await propose(consoleOf(core), { ...asked, reason }, proposer)
  if (state !== 'OPEN') throw new Error(`A ${kind} was ${state} at once`)
  return { asked, approval: { id, by: APPROVER }, before }
}

/** An act that changes something, whatever the one before has left. */
async function nextAct(core: Core, kind: Kind): Promise<Proposed> {
  const { id, roles } = await operatorCalled(core, CHANGED)
  if (kind === 'setting') {
    const value = (await settingOf(core)) === '5' ? '6' : '5'
    return { kind, object: SETTING, values: { value } }
  }
  if (kind === 'rate') {
    const last = await newestRate(core.database.read, PAIR)
    const rate = last?.rate.startsWith('3') ? '6' : '3'
    return { kind, object: 'EUR/UPT', values: { rate, rateType: PAIR.rateType } }
  }
  if (kind === 'adjustment') return { kind, object: 'partner 1', values: await correction(core) }
  if (kind === 'hold_release') return { kind, object: await newHold(core), values: {} }
  if (kind === 'erasure') {
    const values = { payouts: [], accounts: [] }
    return { kind, object: await nextToErase(core), values }
  }
  if (kind === 'recovery') return { kind, object: id, values: {} }
  if (kind === 'order_cancel') return { kind, object: await nextOrder(core), values: {} }
  return { kind, object: id, values: { roles: [roles.includes('plan') ? 'finance' : 'plan'] } }
}

/** An order whose cancellation takes back one credit, of more than `fourEyesCancelEur`. */
async function nextOrder(core: Core): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0) + 1 as id from orders`.execute(core.database.read)
  const orderId = rows[0]!.id
  await recordOrder(core, { orderId, partnerId: 2, paidAt: core.clock(), cents: 2_000_000 })
  return orderId
}

const FIRST_TO_ERASE = 1_000

/** Adds a partner whose data can be erased, with a ticket: each erasure takes another one. */
async function nextToErase(core: Core): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select greatest(max(id) + 1, ${FIRST_TO_ERASE}) as id from partners`.execute(core.database.read)
  const id = rows[0]!.id
  await importPartners(
    core,
    asUpload(
      `id,sponsorId,email,firstName,lastName,registeredAt,countryId\n${id},1,p${id}@example.com,Ann,Known,1700000000000,DE\n`,
    ),
  )
  await core.database.transaction((tx) =>
    sql`insert into tickets (partner_id, type, comment, state, folder, created_at, next_at)
      values (${id}, 1, 'Where is my payout?', 'received', ${`folder-${id}`}, 1, 1)`.execute(tx),
  )
  return id
}

/** Partners whose data are erased in each place, and those that have only some of it erased. */
async function erasures({ database }: Core): Promise<string> {
  const { rows } = await sql<{ whole: number; half: number }>`
    select count(*) filter (where places = 4) as whole, count(*) filter (where places between 1 and 3) as half from (
      select (p.erased_at is not null)::int + (p.last_name <> 'Known')::int + (a.closed_at is not null)::int
        + (not exists (select from tickets t where t.partner_id = p.id))::int as places
      from partners p join passport.accounts a on a.user_id = p.id where p.id >= ${FIRST_TO_ERASE}) e`.execute(
    database.read,
  )
  const { whole, half } = rows[0]!
  return `${whole} whole, ${half} half`
}

const SETTING = 'maxPendingPayouts'
const PAIR = { from: 'EUR', to: 'UPT', rateType: 'SELL' } as const

type Adjusting = Extract<Proposed, { kind: 'adjustment' }>['values']

/** A credit and a debit of a partner, posted together: they correct a dispute. */
async function correction(core: Core): Promise<Adjusting> {
  const disputeId = await storeDispute(core, 1)
  const line = {
    partnerId: 1,
    account: 'CASH',
    kind: 'dispute',
    reason: 'for a test',
    disputeId,
  } as const
  return {
    mayGoNegative: false,
    lines: [
      { ...line, direction: 'credit', amount: '3.00' },
      { ...line, direction: 'debit', amount: '1.00' },
    ],
  }
}

/** Adjustments, and disputes that they have corrected. */
const corrections = async (core: Core): Promise<readonly [number, number]> => [
  await countRows(core, sql`adjustments`),
  await countRows(core, sql`console.disputes where state = 'CORRECTED'`),
]

/** Places a hold whose release needs a second operator. */
async function newHold(core: Core): Promise<number> {
  const { id: operator } = await operatorCalled(core, PROPOSER)
  const hold = {
    partnerId: 1,
    account: 'CASH',
    amount: '20000.00',
    reason: 'for a test',
    internalReason: 'for a test',
    until: null,
  }
  return core.database.transaction((tx) => placeHold(core, tx, hold, operator))
}

async function effectOf(core: Core, asked: Proposed): Promise<Effect> {
  const { command } = kindOf(asked)
  const { rows } = await sql<{ acts: number }>`
    select count(*)::int as acts from audit_log
    where command = ${command} and arguments ? 'proposal'`.execute(core.database.read)
  return { value: await valueOf(core, asked.kind), acts: rows[0]!.acts }
}

async function valueOf(core: Core, kind: Proposed['kind']): Promise<string> {
  if (kind === 'setting') return String(await settingOf(core))
  if (kind === 'rate') return Number((await newestRate(core.database.read, PAIR))?.rate).toString()
  if (kind === 'order_cancel') return String(await reversals(core))
  if (kind === 'adjustment') return (await corrections(core)).join()
  if (kind === 'erasure') return erasures(core)
  if (kind === 'hold_release')
    return String(await countRows(core, sql`holds where ended_as = 'RELEASED'`))
  const { roles } = await operatorCalled(core, CHANGED)
  return kind === 'role' ? roles.join() : String(await mails(core))
}

/** What an act leaves that is done once. */
function dueOf({ asked, before: { value, acts } }: Prepared): Effect {
  const changed = {
    setting: () => (asked.values as { value: string }).value,
    rate: () => (asked.values as { rate: string }).rate,
    role: () => (asked.values as { roles: string[] }).roles.join(),
    recovery: () => String(Number(value) + 1),
    order_cancel: () => String(Number(value) + 1),
    adjustment: () => {
      const [posted, corrected] = value.split(',').map(Number)
      return [posted! + 2, corrected! + 1].join()
    },
    hold_release: () => String(Number(value) + 1),
    erasure: () => `${Number.parseInt(value, 10) + 1} whole, 0 half`,
  }
  return { value: changed[asked.kind as keyof typeof changed](), acts: acts + 1 }
}

const isSame = (one: Effect, other: Effect) => one.value === other.value && one.acts === other.acts

async function countRows({ database }: Core, rows: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*) as count from ${rows}`.execute(
    database.read,
  )
  return counted.rows[0]!.count
}

async function settingOf({ database }: Core): Promise<string | undefined> {
  const row = database.read.selectFrom('settings').select('value').where('name', '=', SETTING)
  return (await row.executeTakeFirst())?.value
}

async function reversals({ database }: Core): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bonus_records where reverses_id is not null`.execute(
    database.read,
  )
  return rows[0]!.count
}

async function mails({ database }: Core): Promise<number> {
  const count = sql<number>`count(*)::int`.as('count')
  const row = database.read.selectFrom('passport.mails').select(count)
  return (await row.executeTakeFirstOrThrow()).count
}

async function operatorCalled({ database }: Core, email: string) {
  const operator = (await readOperators(database.read)).find((each) => each.email === email)
  if (operator === undefined) throw new Error(`${email} is no operator`)
  return operator
}

async function stateOf({ database }: Core, { id }: Approval) {
  const row = database.read.selectFrom('console.proposals').select('state').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).state
}
