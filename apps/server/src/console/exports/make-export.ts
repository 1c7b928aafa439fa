import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { CallInput, Export, postExport } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { writeEntries } from '../../business/audit/audit-log.ts'
import { BYTE_ORDER_MARK, csvLine, inChunks, textCell } from '../../business/exports/csv.ts'
import type { Core } from '../../core/core.ts'
import { InvalidInput } from '../../input/invalid-input.ts'
import type { Session } from '../console.ts'
import { lockOperator } from '../accounts/operators.ts'
import { requireFresh } from '../sign-in/sessions.ts'
import { type Cell, CONTACT_ROLES, type List } from './list.ts'
import { cellsOf, LISTS } from './lists.ts'
import { GONE_AFTER_MS, readExport } from './stored-exports.ts'

/** A longer export goes on after its answer. Source: requirements EXP-006. */
const ANSWERED_WITHIN_MS = 10_000

/** Each reads the database all the time. */
const MOST_AT_ONCE = 3

type Asked = CallInput<typeof postExport>['body']

/**
 * Exports a list as it is filtered and sorted. Answers once the file is made, or after 10 s; then it is made on.
 *
 * Refuses: `access_denied`; `validation_error`, naming filters and columns that the list does not have; `required`, contacts without
 * a reason; `fresh_sign_in_required`; `request_limit`, while three of the operator run.
 * Source: requirements EXP-004 to EXP-006.
 */
export async function makeExport(
  core: Core,
  asked: Asked,
  session: Session,
  patienceMs = ANSWERED_WITHIN_MS,
): Promise<Export> {
  const known = LISTS[asked.list]
  requireAllowed(known, asked, { session, now: core.clock() })
  const filters = filtersOf(known, asked)
  const id = await begin(core, asked, session)
  const job = { id, asked, session, filters }
  const making = make(core, job).catch(() => fail(core, id))
  await Promise.race([making, wait(patienceMs, undefined, { ref: false })])
  return readExport(core, id, session)
}

function requireAllowed(
  known: List,
  { columns, withContacts, reason }: Asked,
  { session, now }: { readonly session: Session; readonly now: number },
): void {
  const requireOne = (roles: List['roles']) => {
    if (roles.some((role) => session.roles.includes(role))) return
    throw new Refusal('access_denied', { reason: roles.join(', ') })
  }
  requireOne(known.roles)
  InvalidInput.refuseAny(
    columns.flatMap((column, at) => {
      const isKnown = known.columns.includes(column) && columns.indexOf(column) === at
      const problem = `must be columns of the list, each once: ${known.columns.join(', ')}`
      return isKnown ? [] : [{ place: `columns[${at}]`, problem }]
    }),
  )
  if (!withContacts) return
  requireOne(CONTACT_ROLES)
  if (reason === undefined) throw new Refusal('required', { field: 'reason' })
  requireFresh(session, now)
}

function filtersOf(known: List, { filters }: Asked): unknown {
  const read = known.filters.safeParse(filters)
  if (read.success) return read.data
  throw new InvalidInput(
    read.error.issues.map(({ path, message }) => ({
      place: ['filters', ...path].join('.'),
      problem: message,
    })),
  )
}

async function begin(
  core: Core,
  { list, filters, columns, withContacts }: Asked,
  { operatorId }: Session,
): Promise<number> {
  return core.database.transaction(async (tx) => {
    const now = core.clock()
    await lockOperator(tx, operatorId)
    const running = await tx
      .selectFrom('console.exports')
      .select('id')
      .where('operatorId', '=', operatorId)
      .where('state', '=', 'RUNNING')
      .where('touchedAt', '>', now - GONE_AFTER_MS)
      .execute()
    if (running.length >= MOST_AT_ONCE) throw new Refusal('request_limit')
    const { id } = await tx
      .insertInto('console.exports')
      .values({
        operatorId,
        list,
        filters: JSON.stringify(filters),
        columns: JSON.stringify(columns),
        withContacts,
        ofPartners: LISTS[list].isOfPartners === true,
        at: now,
        touchedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

type Job = {
  readonly id: number
  readonly asked: Asked
  readonly session: Session
  readonly filters: unknown
}

/** Writes the file part by part; the last transaction says that it is done, with the entry of the audit log. */
async function make(core: Core, job: Job): Promise<void> {
  const { id, asked, session, filters } = job
  const { columns, withContacts, reason, list } = asked
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  let part = 0
  async function* lines(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(columns)
    for await (const row of LISTS[list].rows({ core, session, filters, withContacts })) {
      rows += 1
      yield csvLine(cellsOf(row, columns).map(cellText))
    }
  }
  for await (const chunk of inChunks(lines())) {
    const content = Buffer.from(chunk)
    hash.update(content)
    bytes += content.length
    await storePart(core, { exportId: id, part, content }, { rows, bytes })
    part += 1
  }
  const sha256 = hash.digest('hex')
  await core.database.transaction(async (tx) => {
    // An export that was deleted meanwhile ends here, without an entry.
    await tx
      .updateTable('console.exports')
      .set({ state: 'DONE', sha256, rows, bytes, touchedAt: core.clock() })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow()
    const { filters: written } = asked
    const file = { object: list, export: id, filters: written, columns, rows, sha256 }
    const details = () => ({ ...file, ...(withContacts && { withContacts, reason }) })
    await writeEntries(tx, core.clock(), [{ actor: session.email, command: 'export', details }])
  })
}

function cellText(cell: Cell): string | number {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' ? textCell(cell) : String(cell ?? '')
}

/** Fails for a file that was deleted meanwhile, by the reference of the part. */
function storePart(
  core: Core,
  part: { readonly exportId: number; readonly part: number; readonly content: Buffer },
  sums: { readonly rows: number; readonly bytes: number },
): Promise<void> {
  return core.database.transaction(async (tx) => {
    await tx.insertInto('console.exportParts').values(part).execute()
    await tx
      .updateTable('console.exports')
      .set({ ...sums, touchedAt: core.clock() })
      .where('id', '=', part.exportId)
      .execute()
  })
}

/** Nothing of a file that broke off is kept, so that none looks complete. */
async function fail(core: Core, id: number): Promise<void> {
  await core.database.transaction(async (tx) => {
    await tx.deleteFrom('console.exportParts').where('exportId', '=', id).execute()
    await tx
      .updateTable('console.exports')
      .set({ state: 'FAILED', touchedAt: core.clock() })
      .where('id', '=', id)
      .execute()
  })
}
