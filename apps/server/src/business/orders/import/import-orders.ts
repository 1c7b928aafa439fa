import { DAY_MS, INSTANT_FORMS, parseEurCents, parseInstant } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../../db/database.ts'
import { NO_ROW } from '../../../network/columns.ts'
import { NO_PROGRESS, type Core, type Progress } from '../../../core/core.ts'
import { withFactLog } from '../../facts/with-fact-log.ts'
import { ProblemList } from '../../imports/import-refused.ts'
import { readId } from '../../imports/read-id.ts'
import { readCsv, shown } from '../../imports/read-csv.ts'
import { importInSlices } from './import-in-slices.ts'
import { OrderFile } from './order-file.ts'
import { recordOrders } from './record-orders.ts'

const COLUMNS = { required: ['orderId', 'partnerId', 'paidAt', 'amount'], optional: [] } as const
/** On the embedded database, other calls get the session between two queries. */
const IDS_A_QUERY = 5_000

/**
 * Record all orders of a file, or none of them.
 *
 * They are taken in the order (paidAt, orderId), whatever the order of the lines. On PostgreSQL the file is one transaction.
 * The embedded database has one session, so there it is recorded in slices: see `importInSlices`.
 *
 * Refuses: `ImportRefused` naming every bad line.
 * Source: operations.md section 5; decisions C11.5, D-147.
 */
export async function importOrders(
  core: Core,
  input: AsyncIterable<Uint8Array>,
  progress: Progress = NO_PROGRESS,
): Promise<{ imported: number }> {
  const problems = new ProblemList()
  const { orders, knownUpTo } = await checkOrders(core, input, problems)
  problems.refuseAny()

  if (core.database.kind === 'embedded') {
    await importInSlices(core, { orders, knownUpTo, problems }, progress)
  } else {
    await importAtOnce(core, { orders, problems }, progress)
  }
  return { imported: orders.length }
}

/**
 * Reads a file of orders and names every bad line; nothing is recorded. The orders are sorted by (paidAt, orderId); those with facts
 * after `knownUpTo` may have been recorded since.
 */
export async function checkOrders(
  core: Core,
  input: AsyncIterable<Uint8Array>,
  problems: ProblemList,
): Promise<{
  readonly orders: OrderFile
  readonly knownUpTo: number
}> {
  const orders = await readOrders(input, problems, core.clock())
  const knownUpTo = core.network.asOf
  await nameRecordedOrders(core, orders, problems)
  await core.network.catchUp(core.database.read)
  orders.sort()
  findBuyers(core, orders, problems)
  return { orders, knownUpTo }
}

async function importAtOnce(
  core: Core,
  { orders, problems }: { readonly orders: OrderFile; readonly problems: ProblemList },
  progress: Progress,
): Promise<void> {
  await withFactLog(core, async (tx, log) => {
    await nameRecordedOrders(core, orders, problems, tx)
    findBuyers(core, orders, problems)
    problems.refuseAny()
    await recordOrders(core, tx, log, orders, progress)
  })
}

async function readOrders(
  input: AsyncIterable<Uint8Array>,
  problems: ProblemList,
  now: number,
): Promise<OrderFile> {
  const orders = new OrderFile()
  const bad: NumberedLine[] = []
  for await (const { line, cells, problem } of readCsv(input, COLUMNS)) {
    if (problem !== null) {
      problems.add(line, problem)
      continue
    }
    const orderId = readId(cells.orderId)
    const partnerId = readId(cells.partnerId)
    const paidAt = parseInstant(cells.paidAt)
    const cents = parseEurCents(cells.amount)
    const found = cellProblems(cells, { orderId, partnerId, paidAt, cents, now })
    for (const each of found) problems.add(line, each)
    if (orderId === null) continue
    if (partnerId === null || paidAt === null || cents === null) bad.push({ orderId, line })
    else orders.add({ orderId, partnerId, paidAt, cents: Number(cents), line, row: NO_ROW })
  }
  nameRepeated(orders, bad, problems)
  return orders
}

type ReadCells = {
  readonly orderId: number | null
  readonly partnerId: number | null
  readonly paidAt: number | null
  readonly cents: bigint | null
  readonly now: number
}

function cellProblems(
  cells: Readonly<Record<(typeof COLUMNS.required)[number], string>>,
  { orderId, partnerId, paidAt, cents, now }: ReadCells,
): string[] {
  const found: string[] = []
  if (orderId === null) found.push(`orderId ${shown(cells.orderId)} is not a positive integer`)
  if (partnerId === null) {
    found.push(`partnerId ${shown(cells.partnerId)} is not a positive integer`)
  }
  if (paidAt === null) found.push(`paidAt ${shown(cells.paidAt)} is not ${INSTANT_FORMS}`)
  else if (paidAt > now + DAY_MS) {
    found.push(`paidAt ${shown(cells.paidAt)} is more than a day in the future`)
  }
  if (cents === null || cents <= 0n) {
    found.push(
      `amount ${shown(cells.amount)} is not an amount in EUR: above 0, at most 999999999999.99, at most 2 decimals, a point`,
    )
  }
  return found
}

type NumberedLine = { readonly orderId: number; readonly line: number }

/** A line with another problem still counts: the line that repeats its id is wrong too. */
function nameRepeated(
  orders: OrderFile,
  bad: readonly NumberedLine[],
  problems: ProblemList,
): void {
  const numbered = function* (): Generator<NumberedLine> {
    yield* orders
    yield* bad
  }
  // A set of all ids would take more memory than the orders.
  const ids = new Float64Array(orders.length + bad.length)
  let count = 0
  for (const { orderId } of numbered()) ids[count++] = orderId
  ids.sort()
  const repeated = new Set(ids.filter((id, at) => at > 0 && id === ids[at - 1]))
  if (repeated.size === 0) return

  const lines: NumberedLine[] = []
  for (const each of numbered()) if (repeated.has(each.orderId)) lines.push(each)
  const first = new Map<number, number>()
  for (const { orderId, line } of lines.toSorted((a, b) => a.line - b.line)) {
    const before = first.get(orderId)
    if (before === undefined) first.set(orderId, line)
    else problems.add(line, `orderId ${orderId} stands on line ${before} already`)
  }
}

async function nameRecordedOrders(
  core: Core,
  orders: OrderFile,
  problems: ProblemList,
  tx: Tx | null = null,
): Promise<void> {
  for (const part of orders.groups(IDS_A_QUERY)) {
    const ids = `{${part.map(({ orderId }) => orderId).join(',')}}`
    const { rows } = await sql<{ id: number }>`
      select id from orders where id = any(${ids}::bigint[])`.execute(tx ?? core.database.read)
    const recorded = new Set(rows.map(({ id }) => id))
    for (const { orderId, line } of part) {
      if (recorded.has(orderId)) problems.add(line, `orderId ${orderId} has been recorded before`)
    }
  }
}

/** Notes the row of each buyer, which the next index of the network changes. */
function findBuyers({ network: { engine } }: Core, orders: OrderFile, problems: ProblemList): void {
  orders.setRows((partnerId) => engine.rowOf(partnerId))
  for (const { partnerId, paidAt, line, row } of orders) {
    if (row === NO_ROW) problems.add(line, `partnerId ${partnerId} is unknown`)
    else if (paidAt < engine.registeredAt[row]!) {
      problems.add(line, `paidAt is before the registration of partner ${partnerId}`)
    }
  }
}
