import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import type { Core } from '../core/core.ts'
import { PlanBook } from '../plans/plan-book.ts'
import type { Tx } from '../db/database.ts'
import { onPostgres } from '../testing/databases.ts'
import { openFullOffice } from '../testing/full-office.ts'
import { activity } from './activity.ts'
import { cancellations } from './cancellations.ts'
import type { Family } from './check.ts'
import { closings } from './closings.ts'
import { facts } from './facts.ts'
import { hashes } from './hashes.ts'
import { history } from './history.ts'
import { journal } from './journal.ts'
import { ledger } from './ledger.ts'
import { payoutRequests } from './payout-requests.ts'
import { payouts } from './payouts.ts'
import { places } from './places.ts'
import { plans } from './plans.ts'
import { rankBonuses } from './rank-bonuses.ts'
import { ranks } from './ranks.ts'
import { totals } from './totals.ts'
import { tree } from './tree.ts'
import { unilevel } from './unilevel.ts'
import { verifyAll, verifyIn } from './verify-all.ts'
import { words } from './words.ts'

/** Tables without a value that decides or explains money, and why. */
const DECIDES_NOTHING: Readonly<Record<string, string>> = {
  'public.applied_functions':
    'which files of functions were run; the next start runs a changed one',
  'public.change_log': 'a counter that tells processes which partners to read again',
  'public.partner_changes': 'tells processes which partners to read again',
  'public.staged_orders': 'orders of a file until they are recorded, then facts; empty otherwise',
  'public.accepted_import': 'how far a file is recorded, until its last order is; empty otherwise',
  'public.avatars': 'pictures',
  'public.events': 'shown on a page',
  'public.news_posts': 'shown on a page',
  'public.news_feeds': 'shown on a page',
  'public.upgrades': 'which versions of the program may start',
  'public.built_files': 'scripts and styles of pages, for a day after an upgrade',
  'public.shared_files': 'files of the operators that pages link to, and texts of pages and mails',
  'public.tickets': 'questions to the support',
  'public.ticket_files': 'questions to the support',
  'public.ticket_file_parts': 'questions to the support; encrypted with their place',
  'public.notification_settings': 'which mails a partner wants',
  'public.legal_acceptances': 'which documents a partner has accepted',
  'public.left_out_rates': 'quotes of a feed that were not taken over',
  'public.rate_confirmations':
    'until when a quote is shown; a credit names the quote it used, which is in the journal',
  'public.hidden_partners': 'whose invite page nobody sees; nothing is paid or decided by it',
  'public.link_visits': 'counts visits of pages; nothing is paid or decided by them',
  'public.quarantines': 'when a restored database may send again; each end is in the audit log',
  'public.payout_mails': 'mails that are not sent yet',
  'public.mail_cursors': 'how far the sources of mails are read',
  'public.mail_notes': 'mails that are not sent yet',
  'public.mail_pace': 'counts mails of the last day',
  'public.push_subscriptions': 'devices that get messages',
  'public.push_notes': 'messages that are not sent yet',
  'public.push_pace': 'counts messages of the last day',
  'public.push_messages': 'messages that are not sent yet; encrypted for their device',
  'public.mailed_posts': 'posts that mails have told of',
  'passport.hand_offs':
    'who is signing in, for a minute; the session that it opens is in the journal',
  'passport.passkey_challenges':
    'who is signing in, for minutes; without the passkey it opens nothing',
  'passport.rate_limits': 'counts calls of the last minute',
  'passport.unknown_sign_ins': 'counts wrong passwords',
  'passport.devices': 'which browsers are known',
  'passport.mails': 'mails that are not sent yet',
  'passport.notices': 'mails that are not sent yet',
  'passport.data_requests': 'who asks for personal data',
  'console.passkey_challenges':
    'who is signing in, for minutes; without the passkey it opens nothing',
  'console.views':
    'a view reads only, for 15 minutes; each is in the audit log, which the application cannot change',
  'console.view_pages': 'what was opened in a view; the application can only add to it',
  'console.unknown_sign_ins': 'counts wrong passwords',
  'console.mails': 'mails that are not sent yet',
  'console.dispute_desks': 'since when a dispute is in its state, and words of its texts',
  'console.dispute_entries': 'what both sides have written; how a dispute has ended stands in it',
  'console.dispute_explanations':
    'what a partner saw; its fingerprint stands in the dispute, and each page compares them',
  'console.exports': 'files of lists, kept for a week',
  'console.export_parts': 'files of lists, kept for a week',
  'console.imports': 'files of operators; what was imported stands in facts and in the audit log',
  'console.import_parts': 'files of operators until they are imported; encrypted with their place',
  'console.import_mappings': 'how files are read; each operator sees and confirms it again',
  'console.processes': 'what each process says of itself, for an hour',
  'console.jobs': 'shown to operators; what a job has done to money stands elsewhere',
  'console.dry_runs':
    'shown to operators; what a close credits is computed again and stands elsewhere',
  'console.close_checks': 'who has accepted which check; each is in the audit log',
  'console.plan_drafts': 'plans that are not loaded; nothing but the console reads them',
  'console.plan_differences': 'shown to operators; each start is in the audit log',
  'console.plan_difference_results': 'shown to operators; a difference can be run again',
  'console.plan_difference_amounts': 'shown to operators; a difference can be run again',
  'console.plan_loads': 'who has loaded a version; each load is in the audit log',
  'console.job_events': 'shown to operators, for a week',
  'console.alerts': 'found again every few seconds',
  'console.alert_silences':
    'which alerts are shown grey, for a day at most; each is in the audit log',
  'console.acknowledgements': 'who has seen an act outside four eyes; each is in the audit log',
  'console.sums': 'shown to operators; made of facts and transfers, which are checked',
  'console.sum_cursors': 'how far the sums have come',
  'console.webhook_events':
    'made of facts, closings and journal, which are checked; kept for 30 days',
  'console.event_cursors': 'how far facts, closings and journal have become events',
  'console.deliveries': 'what is owed to endpoints, for 30 days; nothing is paid by it',
  'console.delivery_attempts': 'shown to operators, for 30 days',
  'console.document_looks': 'which operators look at a document, for five minutes',
  'console.partner_notes': 'notes about partners; nothing is paid or decided by them',
  'console.templates': 'texts that operators begin an answer with; each change is in the audit log',
  'console.ticket_desks': 'work of operators on tickets; each act is in the audit log',
  'console.ticket_answers': 'answers to tickets; nothing is paid or decided by them',
  'passport.documents': 'files of verifications; encrypted with their place',
  'passport.document_parts': 'files of verifications; encrypted with their place',
}

const PROFILE = 'profile of today, which its owner may change; no amount depends on it'
const NAME_ONLY = 'a number that only names the row; what refers to it is checked'

/** Columns of other tables that decide nothing, and why. */
const COLUMN_DECIDES_NOTHING: Readonly<Record<string, string>> = {
  'public.fact_log.log_id': 'tells saved figures of one database from those of another',
  'public.fact_log.last_turn': 'a turn of orders that names another one before it is decided again',
  ...Object.fromEntries(
    `email first_name last_name invite_code phone telegram whatsapp skype viber wechat facebook instagram site ui_language
     erased_at avatar sex birthdate city address1 address2 zip mobile position comment hide_contacts show_ref_link
     allow_public_profile`
      .split(/\s+/)
      .map((column) => [`public.partners.${column}`, PROFILE]),
  ),
  'public.partners.country_id':
    'decides whether an order is taken; what was taken is a fact and is not decided again',
  'public.bonus_records.id': NAME_ONLY,
  ...Object.fromEntries(
    ['wrong_at', 'wrong_streak', 'minute_start', 'inits'].map((column) => [
      `public.payout_guards.${column}`,
      'counts wrong codes and requests, of which the last hour counts; a lock is in the journal',
    ]),
  ),
  'passport.accounts.wrong_passwords': 'counts wrong passwords',
  'passport.accounts.locked_until': 'follows from wrong passwords; a day at most',
  'passport.accounts.last_attempt_at': 'when wrong passwords are forgotten',
  'passport.accounts.created_at': 'shown to its owner',
  'passport.authenticators.last_step':
    'the last code that was used; codes of other minutes are wrong whatever it says',
  ...Object.fromEntries(
    ['counter', 'transports', 'name', 'used_at'].map((column) => [
      `passport.passkeys.${column}`,
      'shown to its owner, or a hint for browsers; the signature decides',
    ]),
  ),
  ...Object.fromEntries(
    ['id', 'application', 'last_used_at', 'device', 'place'].map((column) => [
      `passport.sessions.${column}`,
      'shown to its owner; how long the session lasts at most follows from when it was opened',
    ]),
  ),
  ...Object.fromEntries(
    ['version', 'tries', 'former'].map((column) => [
      `passport.verifications.${column}`,
      'shown to those who review the document; its state and fields decide',
    ]),
  ),
  'console.operators.id': NAME_ONLY,
  ...Object.fromEntries(
    ['wrong_passwords', 'locked_until', 'last_attempt_at'].map((column) => [
      `console.operators.${column}`,
      'counts wrong passwords; a lock of a day at most',
    ]),
  ),
  ...Object.fromEntries(
    ['added_at', 'last_sign_in_at', 'version'].map((column) => [
      `console.operators.${column}`,
      'shown to admins',
    ]),
  ),
  ...Object.fromEntries(
    ['counter', 'transports', 'name', 'used_at', 'last_step'].map((column) => [
      `console.operator_factors.${column}`,
      'shown to its owner, or a hint for browsers; the signature or the code decides',
    ]),
  ),
  'console.endpoints.id': NAME_ONLY,
  'console.endpoints.note': 'shown to operators',
  ...Object.fromEntries(
    ['is_told', 'last_success_at', 'failing_since'].map((column) => [
      `console.endpoints.${column}`,
      'decides when an endpoint is switched off and admins are told; nothing else',
    ]),
  ),
  'console.endpoints.version': 'shown to admins',
  ...Object.fromEntries(
    ['id', 'last_used_at', 'device', 'place'].map((column) => [
      `console.sessions.${column}`,
      'shown to its owner; how long the session lasts at most follows from when it was opened',
    ]),
  ),
  'public.accounts.id': NAME_ONLY,
  'public.payout_transactions.used_at': 'when a payout was approved, which the payout says too',
}

type Column = { readonly table: string; readonly column: string; readonly type: string }

/** A changed value of each type; a missing value becomes one. */
const CHANGED: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  boolean: (column) => `not coalesce(${column}, false)`,
  bytea: (column) => `sha256(coalesce(${column}, ''))`,
  uuid: () => 'gen_random_uuid()',
  jsonb: (column) =>
    `case jsonb_typeof(${column}) when 'object' then ${column} || '{"x": 1}' else '{"x": 1}' end`,
  _text: (column) => `array_append(${column}, 'x')`,
  _int8: (column) => `array_append(${column}, 1)`,
  _int2: (column) => `array_append(${column}, 1::smallint)`,
  _unpaid_reason: (column) => `array_append(${column}, 'blocked')`,
}

const RECORDS = 'public.bonus_records'

/**
 * What names most changes of some rows, one family after the other until one names it; all families run only for the rest.
 * `before` is what these families need and what reads none of the rows: it runs once for all changes.
 */
type Quick = { readonly before: readonly Family[]; readonly families: readonly Family[] }

const QUICK: Quick = { before: [], families: [journal, history, payoutRequests] }
/** The families of facts, and the families that read what these leave: each list has the order in which they run. */
const ON_FACTS: readonly Family[] = [words, plans, facts]
const BEFORE_LEVELS: readonly Family[] = [...ON_FACTS, activity]
const BEFORE_RANKS: readonly Family[] = [...ON_FACTS, tree, totals, places]
const OF_LEDGER: Quick = { before: [words], families: [hashes, ledger] }
const OF_REQUESTS: Quick = { before: [], families: [payoutRequests] }
const OF_CLOSINGS: Quick = { before: [words], families: [closings, ledger] }
const QUICK_OF_TABLE: Readonly<Record<string, Quick>> = {
  'public.accounts': OF_LEDGER,
  'public.bonus_derivations': OF_CLOSINGS,
  'public.fact_log': { before: [], families: ON_FACTS },
  'public.order_decisions': { before: BEFORE_LEVELS, families: [unilevel] },
  'public.payout_transactions': { before: [words], families: [payouts] },
  'public.rank_reaches': { before: BEFORE_RANKS, families: [ranks, rankBonuses] },
  'public.transfers': OF_LEDGER,
}

/** Kinds of records, and what names most changes of them. */
const RECORD_KINDS: Readonly<Record<string, Quick>> = {
  "type in ('DIRECT', 'TEAM') and reverses_id is null": {
    before: BEFORE_LEVELS,
    families: [unilevel, ledger],
  },
  "type = 'TURNOVER'": { before: [...BEFORE_RANKS, ranks], families: [rankBonuses, ledger] },
  "type = 'UCHAIN_INFINITY' and reverses_id is null": OF_CLOSINGS,
  "type = 'DIAMOND_POOL' and reverses_id is null": OF_CLOSINGS,
  'credited_before is not null and reverses_id is null': OF_CLOSINGS,
  'reverses_id is not null': { before: [words], families: [cancellations, ledger] },
}

/** Conditions on the rows of a table whose columns mean different things; each kind is walked. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'public.settings': [`name not like 'secret.%'`],
  'public.payout_guards': ['locked_at is not null'],
  'public.chain_heads': [`chain = 'audit'`, `chain = 'history'`],
  [RECORDS]: Object.keys(RECORD_KINDS),
}

const quickFor = (table: string, kind: string): Quick =>
  (table === RECORDS ? RECORD_KINDS[kind] : QUICK_OF_TABLE[table]) ?? QUICK

/** For numbers that must differ from those of other rows. */
const FREE_NUMBER = '1000003'

/** Each verification takes a tenth of a second on a quiet machine. */
const PATIENCE_MS = 240_000

onPostgres('verify', (newDatabase) => {
  let core: Core
  beforeAll(async () => {
    core = await openFullOffice(await newDatabase())
  })

  test('finds nothing in an office with every kind of row', async () => {
    expect((await verifyAll(core)).differences).toEqual([])
    const quick = [QUICK, ...Object.values(QUICK_OF_TABLE), ...Object.values(RECORD_KINDS)]
    for (const { before, families } of new Set(quick)) {
      const { differences } = await undone(core, (tx) =>
        verifyIn(tx, core, [...before, ...families]),
      )
      expect(differences).toEqual([])
    }
  })

  const walk = async (isWalked: (column: Column) => boolean) => {
    const columns = (await core.database.asOwner(readColumns)).filter(
      (each) => isDecisive(each) && isWalked(each),
    )
    const unseen: string[] = []
    for (const table of new Set(columns.map((each) => each.table))) {
      const own = columns.filter((each) => each.table === table)
      for (const kind of KINDS[table] ?? ['true']) {
        const changes = own.map((each) => changesOf(each, kind))
        const quick = quickFor(table, kind)
        const outcomes: string[] = []
        // Where nothing runs once for all, a transaction for each change is faster.
        const together = quick.before.length === 0 ? changes.map((each) => [each]) : [changes]
        for (const each of together) outcomes.push(...(await outcomesOf(core, each, quick)))
        for (const [at, { column }] of own.entries()) {
          if (['named', 'refused'].includes(outcomes[at]!)) continue
          unseen.push(`${table}.${column} where ${kind}: ${outcomes[at]}`)
        }
      }
    }
    return { unseen, columns: columns.length }
  }

  test(
    'names a change of every value that decides or explains money',
    async () => {
      const { unseen, columns } = await walk(({ table }) => table !== RECORDS)
      expect(unseen).toEqual([])
      expect(columns).toBeGreaterThan(120)
    },
    PATIENCE_MS,
  )

  test(
    'names a change of every value of a bonus record',
    async () => {
      const { unseen, columns } = await walk(({ table }) => table === RECORDS)
      expect(unseen).toEqual([])
      expect(columns).toBeGreaterThan(20)
    },
    PATIENCE_MS,
  )

  test('names the newest row of every table that decides or explains money, when it was deleted', async () => {
    const tables = new Set(
      (await core.database.asOwner(readColumns)).filter(isDecisive).map(({ table }) => table),
    )
    const unseen: string[] = []
    for (const table of tables) {
      for (const kind of KINDS[table] ?? ['true']) {
        const change = `delete from ${table} where ctid = (select max(ctid) from ${table} where ${kind})`
        const outcome = await outcomeOf(core, change, quickFor(table, kind))
        if (outcome !== 'named') unseen.push(`${table} where ${kind}: ${outcome}`)
      }
    }
    expect(unseen).toEqual([])
  })

  test.each(['payoutTo', 'address', 'amount', 'openedAt', 'expiresAt', 'seal'])(
    'names an open request of a payout whose %s was changed',
    async (field) => {
      const change = `update payout_guards set sessions = (
          select jsonb_object_agg(key, value || jsonb_build_object('${field}', case jsonb_typeof(value -> '${field}')
            when 'number' then to_jsonb((value ->> '${field}')::bigint + 1) else to_jsonb((value ->> '${field}') || '1') end))
          from jsonb_each(sessions)) where sessions <> '{}'`
      expect(await outcomeOf(core, change, OF_REQUESTS)).toBe('named')
    },
  )

  test('names an open request of a payout that was moved to another source, session or partner', async () => {
    const moved = [
      `update payout_guards set sessions = (
         select jsonb_object_agg('UCHAIN_OTHER_BONUS ' || split_part(key, ' ', 2), value) from jsonb_each(sessions))
         where sessions <> '{}'`,
      `update payout_guards set sessions = (
         select jsonb_object_agg(split_part(key, ' ', 1) || ' another', value) from jsonb_each(sessions))
         where sessions <> '{}'`,
      `update payout_guards set sessions = (select g.sessions from payout_guards g where g.sessions <> '{}')
         where locked_at is not null`,
    ]
    for (const change of moved) expect(await outcomeOf(core, change, OF_REQUESTS)).toBe('named')
  })

  test.each([
    ['passes over', 0],
    ['names', 1],
  ])('%s a request without a sign-in that ends %i ms later', async (outcome, later) => {
    const left = JSON.stringify({ OLD: { expiresAt: core.clock() + later, seal: 'AAAA' } })
    const change = `update payout_guards set sessions = '${left}' where locked_at is not null`
    const expected = outcome === 'names' ? 'named' : 'NOT SEEN'
    expect(await outcomeOf(core, change, OF_REQUESTS)).toBe(expected)
  })

  test('has a reason only for what exists', async () => {
    const columns = await core.database.asOwner(readColumns)
    const tables = new Set(columns.map(({ table }) => table))
    const names = new Set(columns.map(({ table, column }) => `${table}.${column}`))
    expect(Object.keys(DECIDES_NOTHING).filter((table) => !tables.has(table))).toEqual([])
    expect(Object.keys(COLUMN_DECIDES_NOTHING).filter((name) => !names.has(name))).toEqual([])
  })
})

/** A change of the first row of a kind; for a number, another one if the database refuses the first. */
function changesOf({ table, column, type }: Column, kind: string): string[] {
  const values = [CHANGED[type]!(`"${column}"`), ...(type.endsWith('int') ? [FREE_NUMBER] : [])]
  return values.map(
    (
      value,
    ) => `update ${table} set "${column}" = ${value} where ctid = (select ctid from ${table} where ${kind}
      order by "${column}" is null, ctid limit 1)`,
  )
}

const isDecisive = ({ table, column }: Column): boolean =>
  !(table in DECIDES_NOTHING) && !(`${table}.${column}` in COLUMN_DECIDES_NOTHING)

async function readColumns(tx: Tx): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_schema || '.' || c.table_name as "table", c.column_name as "column",
      case when c.data_type in ('ARRAY', 'USER-DEFINED') then c.udt_name else c.data_type end as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'passport', 'console') and c.is_generated = 'NEVER'
      and c.table_name not like 'kysely%'
    order by 1, c.ordinal_position`.execute(tx)
  return rows
}

const outcomeOf = async (core: Core, change: string, quick: Quick): Promise<string> =>
  (await outcomesOf(core, [[change]], quick))[0]!

/**
 * Makes changes as a superuser without triggers and keys, verifies after each, and takes it back. Of several statements of
 * a change, the first one counts that is not refused.
 */
async function outcomesOf(
  core: Core,
  changes: readonly (readonly string[])[],
  { before, families }: Quick,
): Promise<string[]> {
  const quick = await undone(core, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await verifyIn(tx, started(core), before)
    const outcomes: string[] = []
    for (const statements of changes) {
      await sql`savepoint clean`.execute(tx)
      const outcome = await changeIn(tx, statements)
      const isNamed = outcome === 'changed' && (await areNaming(tx, core, families))
      outcomes.push(isNamed ? 'named' : outcome)
      await sql`rollback to savepoint clean`.execute(tx)
    }
    return outcomes
  })
  const outcomes: string[] = []
  for (const [at, outcome] of quick.entries()) {
    outcomes.push(outcome === 'changed' ? await outcomeOfAll(core, changes[at]!) : outcome)
  }
  return outcomes
}

/** Makes a change and runs all families. */
const outcomeOfAll = (core: Core, statements: readonly string[]): Promise<string> =>
  undone(core, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await changeIn(tx, statements)
    const asOwner = async <T>(work: (on: Tx) => Promise<T>): Promise<T> => work(tx)
    const database = { ...core.database, asOwner }
    const { differences } = await verifyAll({ ...started(core), database })
    return differences.length > 0 ? 'named' : 'NOT SEEN'
  })

/** Runs `work` with the owner's rights and rolls it back. */
async function undone<T>({ database }: Core, work: (tx: Tx) => Promise<T>): Promise<T> {
  const undo = Symbol('undo')
  let answer: T
  const ended = database.asOwner(async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx)
    answer = await work(tx)
    throw undo
  })
  await ended.catch((error) => {
    if (error !== undo) throw error
  })
  return answer!
}

async function changeIn(tx: Tx, statements: readonly string[]): Promise<string> {
  for (const statement of statements) {
    await sql`savepoint change`.execute(tx)
    try {
      const { numAffectedRows } = await sql.raw(statement).execute(tx)
      return numAffectedRows === 1n ? 'changed' : 'NO ROW'
    } catch {
      await sql`rollback to savepoint change`.execute(tx)
    }
  }
  return 'refused'
}

/** The core as of a process that has just started, with the figures of the unchanged facts. */
function started(core: Core): Core {
  const { engine } = core.network
  const network = { engine, catchUp: async () => {} } as unknown as Core['network']
  return { ...core, plans: new PlanBook(), network }
}

async function areNaming(tx: Tx, core: Core, families: readonly Family[]): Promise<boolean> {
  const own = started(core)
  for (const family of families) {
    if ((await verifyIn(tx, own, [family])).differences.length > 0) return true
  }
  return false
}
