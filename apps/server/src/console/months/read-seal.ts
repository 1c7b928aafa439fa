import type { PeriodSeal } from '@partner-office/contracts'
import { monthEnd, parseMonth, toDecimalText } from '@partner-office/domain'
import { sql } from 'kysely'

import type { StoredClosing } from '../../business/months/closing.ts'
import { readRates } from '../../business/rates/current-rates.ts'
import type { Core } from '../../core/core.ts'

type Row = Omit<PeriodSeal, 'planVersions' | 'rates' | 'upToFact' | 'planVersion' | 'begunAt'>

/** The seal of a closed month, and what it was computed from. Source: requirements MON-013. */
export async function readSeal(
  { database: { read }, plans }: Core,
  { id, period, upToFact, planVersion, rateIds, begunAt }: StoredClosing,
): Promise<PeriodSeal> {
  const hex = (column: string) => sql`encode(${sql.ref(`s.${column}`)}, 'hex')`
  const { rows } = await sql<Row>`
    select ${hex('hash')} as hash,
      (select encode(b.hash, 'hex') from period_seals b where b.closing_id < s.closing_id order by b.closing_id desc limit 1) as before,
      ${hex('records_hash')} as records_hash, ${hex('records_root')} as records_root,
      ${hex('late_hash')} as late_hash, ${hex('late_root')} as late_root, s.records, s.late_records, s.sealed_at
    from period_seals s where s.closing_id = ${id}`.execute(read)
  const rates = await readRates(read, rateIds)
  const versions = (await plans.versions(read)).filter(({ version }) => version <= planVersion)
  const start = parseMonth(period)!
  const inForce = versions.filter(({ plan: { validFrom } }) => validFrom < monthEnd(start))
  const ofBegin = inForce.findLastIndex(({ plan: { validFrom } }) => validFrom <= start)
  return {
    ...rows[0]!,
    upToFact,
    planVersion,
    planVersions: inForce.slice(Math.max(0, ofBegin)).map(({ version }) => version),
    rates: rates.map(({ from, to, rateType, rate, setAt }) => ({
      from,
      to,
      rateType,
      rate: toDecimalText(rate),
      setAt,
    })),
    begunAt,
  }
}
