import { IMPORT_FIELDS } from '@partner-office/contracts'
import { CONTACTS, INSTANT_FORMS, isCountryCode, parseInstant } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { NO_ROW } from '../../network/columns.ts'
import { createAccounts } from '../../passport/accounts/accounts.ts'
import { NO_PROGRESS, type Core, type Progress } from '../../core/core.ts'
import { withFactLog } from '../facts/with-fact-log.ts'
import { ProblemList } from '../imports/import-refused.ts'
import { readCsv, shown } from '../imports/read-csv.ts'
import { readId } from '../imports/read-id.ts'
import { type Arranged, arrangeTree, type PartnerLine } from './arrange-tree.ts'
import { freeStagedCodes } from './invite-codes.ts'
import { emailProblem, textProblem } from './partner-fields.ts'

const COLUMNS = IMPORT_FIELDS.partners

type Column = (typeof COLUMNS)['required' | 'optional'][number]
type Cells = Readonly<Record<Column, string>>

const ROWS_A_WRITE = 5_000

/**
 * Take over all partners of a file, or none of them; lines stand in any order.
 *
 * The file is staged in a table of the transaction while it is read, so that memory holds three numbers a line.
 *
 * Refuses: `ImportRefused` naming every bad line.
 * Source: operations.md section 5; decisions D-145, D-146.
 */
export async function importPartners(
  core: Core,
  input: AsyncIterable<Uint8Array>,
  progress: Progress = NO_PROGRESS,
): Promise<{ imported: number }> {
  return withFactLog(core, async (tx, log) => {
    const problems = new ProblemList()
    const { lines, arranged } = await checkPartners(core, tx, input, problems)
    problems.refuseAny()

    await freeStagedCodes(core, tx)
    await storePlaces(tx, arranged, log.last)
    await storePartners(tx)
    await storeAccounts(core, tx, lines.length, progress)
    log.written(lines.length)
    return { imported: lines.length }
  })
}

/** Stages a file of partners in tables that last as long as the transaction, and names every bad line. */
export async function checkPartners(
  core: Core,
  tx: Tx,
  input: AsyncIterable<Uint8Array>,
  problems: ProblemList,
): Promise<{ readonly lines: readonly PartnerLine[]; readonly arranged: readonly Arranged[] }> {
  await createStage(tx)
  const lines = await stageLines(core, tx, input, problems)
  await nameDoubleEmails(tx, problems)
  await nameRegistered(tx, problems)
  return { lines, arranged: arrangeTree(lines, (id) => depthOf(core, id), problems) }
}

/** The depth of a partner that is there already, null for an unknown one. */
function depthOf({ network: { engine } }: Core, id: number): number | null {
  const row = engine.rowOf(id)
  return row === NO_ROW ? null : engine.depthOf(row)
}

async function createStage(tx: Tx): Promise<void> {
  await sql`
    create temporary table staged_partners (
      line integer primary key, id bigint, sponsor_id bigint, email text, first_name text, last_name text,
      country_id text, registered_at bigint, invite_code text, phone text, telegram text, whatsapp text, skype text,
      viber text, wechat text, facebook text, instagram text, site text, ui_language text, password text
    ) on commit drop`.execute(tx)
  await sql`
    create temporary table staged_places (line integer primary key, depth integer, fact bigint)
      on commit drop`.execute(tx)
}

async function stageLines(
  core: Core,
  tx: Tx,
  input: AsyncIterable<Uint8Array>,
  problems: ProblemList,
): Promise<PartnerLine[]> {
  const lines: PartnerLine[] = []
  let waiting: object[] = []
  const store = async () => {
    await sql`
      insert into staged_partners
      select * from jsonb_populate_recordset(null::staged_partners, ${JSON.stringify(waiting)}::jsonb)`.execute(
      tx,
    )
    waiting = []
    await core.database.upkeep.checkpointIfDue(tx)
  }
  for await (const { line, cells, problem } of readCsv(input, COLUMNS)) {
    const wrong = problem === null ? lineProblems(cells) : [problem]
    for (const each of wrong) problems.add(line, each)
    if (wrong.length > 0) {
      // An invalid line still counts as a sponsor, so that its first line gets no second problem.
      const known = readId(cells.id)
      if (known !== null) lines.push({ line, id: known, sponsorId: null })
      // Nothing of the file is stored any more: the e-mail alone names other lines that repeat it.
      if (problem === null && emailProblem(cells.email) === null) {
        waiting.push({ line, email: cells.email.normalize('NFC') })
      }
      if (waiting.length === ROWS_A_WRITE) await store()
      continue
    }

    const id = Number(cells.id)
    const sponsorId = cells.sponsorId === '' ? null : Number(cells.sponsorId)
    lines.push({ line, id, sponsorId })
    waiting.push(stagedRow(line, cells, core.newInviteCode()))
    if (waiting.length === ROWS_A_WRITE) await store()
  }
  if (waiting.length > 0) await store()
  await sql`analyze staged_partners`.execute(tx)
  return lines
}

function lineProblems(cells: Cells): string[] {
  const problems: (string | null)[] = [
    readId(cells.id) === null ? `id ${shown(cells.id)} is not a positive integer` : null,
    cells.sponsorId !== '' && readId(cells.sponsorId) === null
      ? `sponsorId ${shown(cells.sponsorId)} is not a positive integer`
      : null,
    cells.sponsorId !== '' && cells.sponsorId === cells.id
      ? `partner ${cells.id} sponsors itself`
      : null,
    emailProblem(cells.email),
    parseInstant(cells.registeredAt) === null
      ? `registeredAt ${shown(cells.registeredAt)} is not ${INSTANT_FORMS}`
      : null,
    isCountryCode(cells.countryId)
      ? null
      : `countryId ${shown(cells.countryId)} is not a country: ISO 3166-1 alpha-2`,
    textProblem('firstName', cells.firstName, { required: true }),
    textProblem('lastName', cells.lastName, { required: true }),
    ...COLUMNS.optional.map((name) => textProblem(name, cells[name], { required: false })),
  ]
  return problems.filter((problem) => problem !== null)
}

function stagedRow(line: number, cells: Cells, inviteCode: string) {
  const text = (value: string) => value.normalize('NFC')
  return {
    line,
    id: Number(cells.id),
    sponsor_id: cells.sponsorId === '' ? null : Number(cells.sponsorId),
    email: text(cells.email),
    first_name: text(cells.firstName),
    last_name: text(cells.lastName),
    country_id: cells.countryId,
    registered_at: parseInstant(cells.registeredAt),
    invite_code: inviteCode,
    ...Object.fromEntries(CONTACTS.map((name) => [name, text(cells[name])])),
    ui_language: cells.uiLanguage || 'en',
    password: cells.password === '' ? null : cells.password,
  }
}

async function nameDoubleEmails(tx: Tx, problems: ProblemList): Promise<void> {
  const inFile = await sql<{ line: number; email: string; first: number }>`
    select line, email, first from (
      select line, email, min(line) over (partition by lower(email)) as first from staged_partners) s
    where line <> first order by line`.execute(tx)
  for (const { line, email, first } of inFile.rows) {
    problems.add(line, `email ${shown(email)} stands on line ${first} already`)
  }
  const before = await sql<{ line: number; email: string }>`
    select s.line, s.email from staged_partners s
    join partners p on lower(p.email) = lower(s.email) order by s.line`.execute(tx)
  for (const { line, email } of before.rows) {
    problems.add(line, `email ${shown(email)} belongs to another partner`)
  }
}

/** Ids and e-mail addresses of registrations are taken, although their partners do not exist yet. */
async function nameRegistered(tx: Tx, problems: ProblemList): Promise<void> {
  const ids = await sql<{ line: number; id: number }>`
    select s.line, s.id from staged_partners s join registrations r on r.user_id = s.id order by s.line`.execute(
    tx,
  )
  for (const { line, id } of ids.rows) {
    problems.add(line, `id ${id} belongs to a registration that is not confirmed yet`)
  }
  const emails = await sql<{ line: number; email: string }>`
    select s.line, s.email from registrations r join passport.accounts a using (user_id)
    join staged_partners s on lower(s.email) = lower(a.email) order by s.line`.execute(tx)
  for (const { line, email } of emails.rows) {
    problems.add(line, `email ${shown(email)} belongs to a registration that is not confirmed yet`)
  }
}

async function storePlaces(
  tx: Tx,
  arranged: readonly { line: number; depth: number }[],
  lastFact: number,
): Promise<void> {
  const rows_a_write = ROWS_A_WRITE * 4
  for (let start = 0; start < arranged.length; start += rows_a_write) {
    const rows = arranged
      .slice(start, start + rows_a_write)
      .map(({ line, depth }, at) => ({ line, depth, fact: lastFact + 1 + start + at }))
    await sql`
      insert into staged_places
      select * from jsonb_populate_recordset(null::staged_places, ${JSON.stringify(rows)}::jsonb)`.execute(
      tx,
    )
  }
  await sql`analyze staged_places`.execute(tx)
}

async function storePartners(tx: Tx): Promise<void> {
  await sql`
    insert into partners (id, sponsor_id, depth, email, first_name, last_name, country_id, registered_at, invite_code,
      phone, telegram, whatsapp, skype, viber, wechat, facebook, instagram, site, ui_language, fact)
    select s.id, s.sponsor_id, p.depth, s.email, s.first_name, s.last_name, s.country_id, s.registered_at,
      s.invite_code, s.phone, s.telegram, s.whatsapp, s.skype, s.viber, s.wechat, s.facebook, s.instagram, s.site,
      s.ui_language, p.fact
    from staged_partners s join staged_places p using (line) order by p.fact`.execute(tx)
}

async function storeAccounts(core: Core, tx: Tx, count: number, progress: Progress): Promise<void> {
  let done = 0
  for (let after = 0; done < count;) {
    const { rows } = await sql<{
      line: number
      userId: number
      email: string
      password: string | null
    }>`
      select line, id as user_id, email, password from staged_partners
      where line > ${after} order by line limit ${ROWS_A_WRITE}`.execute(tx)
    await createAccounts(core, tx, rows)
    after = rows.at(-1)!.line
    done += rows.length
    progress(done, count)
    await core.database.upkeep.checkpointIfDue(tx)
  }
}
