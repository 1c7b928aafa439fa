import { sql } from 'kysely'

import { unnesting } from '../../../db/column.ts'
import type { Work } from '../../../db/database.ts'
import { coinsText } from './difference-amounts.ts'
import { reading, writing } from './difference-role.ts'
import { type Part, shownPart } from './explained-part.ts'
import { type RealAmount, readRealAmounts, type RealSide } from './real-amounts.ts'
import type { SideAmount, SideAmounts } from './side-amounts.ts'

const ROWS_A_WRITE = 2_000

/** Both sides of an amount. Units: the currency's smallest; 1e-8 EUR. */
type Row = Pick<SideAmount, 'partnerId' | 'type' | 'currency'> & {
  readonly real: bigint
  readonly draft: bigint
  readonly realEur: bigint | null
  readonly draftEur: bigint | null
  readonly records: number
  readonly isChanged: boolean
  readonly steps: string | null
}

type Month = {
  readonly differenceId: number
  readonly side: RealSide
  readonly rankOf: (partnerId: number) => string
}

/** Compares what was credited for a month with what the draft credits, and stores both sides of each amount. */
export async function storeAmounts(
  database: Work,
  drafted: SideAmounts,
  { differenceId, side, rankOf }: Month,
): Promise<void> {
  const { period: month } = side.closing
  let rows: Row[] = []
  // The database writes rows while the next ones are compared.
  let written: Promise<unknown> = Promise.resolve()
  const store = async () => {
    const insert = insertOf(rows, { differenceId, month, rankOf })
    rows = []
    await written
    written = writing(database, (tx) => insert.execute(tx))
    // Without a handler, a failure before the next await would end the process. That await throws it.
    written.catch(() => {})
  }
  for await (const real of inPages(database, side)) {
    for (const each of real) rows.push(compared(each, drafted.take(each)))
    await store()
  }
  for (const draft of drafted.values()) {
    if (rows.push(compared(null, draft)) === ROWS_A_WRITE) await store()
  }
  if (rows.length > 0) await store()
  await written
}

/** The embedded database has one session, so all rows of a month are read before the first one is written. */
async function* inPages(database: Work, side: RealSide): AsyncGenerator<RealAmount[]> {
  const all = await reading(database, async (tx) => {
    const found: RealAmount[] = []
    for await (const row of readRealAmounts(tx, side)) found.push(row)
    return found
  })
  for (let at = 0; at < all.length; at += ROWS_A_WRITE) yield all.slice(at, at + ROWS_A_WRITE)
}

function compared(real: RealAmount | null, draft: SideAmount | undefined): Row {
  const { partnerId, type, currency } = (real ?? draft)!
  const isChanged =
    real === null ||
    draft === undefined ||
    BigInt(real.units) !== draft.units ||
    BigInt(real.print) !== draft.print ||
    real.records !== draft.records
  const hasEur = (real === null || real.eur !== null) && (draft === undefined || draft.eur !== null)
  return {
    partnerId,
    type,
    currency,
    real: BigInt(real?.units ?? 0),
    draft: draft?.units ?? 0n,
    realEur: hasEur ? BigInt(real?.eur ?? 0) : null,
    draftEur: hasEur ? (draft?.eur ?? 0n) : null,
    records: Math.max(real?.records ?? 0, draft?.records ?? 0),
    isChanged,
    steps: isChanged && draft !== undefined ? stepsOf(draft) : null,
  }
}

/** The parts of an amount as they are shown. */
const stepsOf = ({ parts, currency }: SideAmount): string =>
  JSON.stringify(
    Array.from(parts.values(), (part: Part) => ({
      ...shownPart(part),
      amount: coinsText(part.units, currency),
    })),
  )

type Stored = { readonly differenceId: number; readonly month: string } & Pick<Month, 'rankOf'>

const insertOf = (rows: readonly Row[], { differenceId, month, rankOf }: Stored) =>
  sql`
    insert into console.plan_difference_amounts (difference_id, partner_id, month, type, currency, rank, country,
      "real", draft, real_eur, draft_eur, records, is_changed, steps)
    select ${differenceId}, u.partner_id, ${month}, u.type, u.currency, u.rank, p.country_id,
      u."real", u.draft, u.real_eur, u.draft_eur, u.records, u.is_changed, u.steps::jsonb
    from ${unnesting(rows, [
      ['bigint', ({ partnerId }) => partnerId],
      ['text', ({ type }) => type],
      ['text', ({ currency }) => currency],
      ['text', ({ partnerId }) => rankOf(partnerId)],
      ['numeric', ({ real }) => real],
      ['numeric', ({ draft }) => draft],
      ['numeric', ({ realEur }) => realEur],
      ['numeric', ({ draftEur }) => draftEur],
      ['integer', ({ records }) => records],
      ['boolean', ({ isChanged }) => isChanged],
      ['text', ({ steps }) => steps],
    ])} as u(partner_id, type, currency, rank, "real", draft, real_eur, draft_eur, records, is_changed, steps)
    join partners p on p.id = u.partner_id`
