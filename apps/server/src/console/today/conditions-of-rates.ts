import { planAt, type Rate } from '@partner-office/domain'
import { sql } from 'kysely'

import { currentRates, quotedAt } from '../../business/rates/current-rates.ts'
import { missingRate } from '../../business/rates/missing-rate.ts'
import { readSettings } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import { newestRateAt } from '../../core/database-state.ts'
import type { Condition } from './condition.ts'
import { instantText } from './instant-text.ts'

/** A used rate is old after this time. Source: D-160, `rateAge`. */
const OLD_MS = 72 * 3_600_000
/** A feed that has said nothing for so many of its times, and at least for this time, fails. */
const MISSED_TIMES = 3
const SHORTEST_SILENCE_MS = 15 * 60_000

const planOf = ({ network, clock }: Core) => planAt(network.plans, clock()).plan

export async function findRateMissing(core: Core): Promise<readonly Condition[]> {
  const missing = missingRate(await currentRates(core.database.read), planOf(core))
  if (missing === null) return []
  const object = missing.replace(' SELL', '')
  const sentence = `There is no rate ${missing}: no order can be recorded.`
  return [{ object, sentence, parameters: { rate: missing }, since: null }]
}

/** The rates at which orders are credited. */
export async function findRateOld(core: Core): Promise<readonly Condition[]> {
  const { unilevelCurrency, rankBonusCurrency } = planOf(core)
  const used = (await currentRates(core.database.read)).filter(
    ({ from, to, rateType }) =>
      from === 'EUR' &&
      rateType === 'SELL' &&
      (to === unilevelCurrency || to === rankBonusCurrency),
  )
  return (await Promise.all(used.map((rate) => oldRate(core, rate)))).flat()
}

async function oldRate({ database, clock }: Core, rate: Rate): Promise<readonly Condition[]> {
  const at = await quotedAt(database.read, [rate])
  if (clock() - at <= OLD_MS) return []
  const sentence = `The rate from EUR to ${rate.to} was last set or confirmed at ${instantText(at)}, and orders are credited at it.`
  const parameters = { from: 'EUR', to: rate.to, at }
  return [{ object: `EUR ${rate.to}`, sentence, parameters, since: at + OLD_MS }]
}

/** A feed of which one quote is refused is left out as a whole, so it is silent too. */
export async function findRateFeed({
  database: { read },
  clock,
}: Core): Promise<readonly Condition[]> {
  const { exchangeProvider, exchangeRefresh } = await readSettings(read, [
    'exchangeProvider',
    'exchangeRefresh',
  ])
  if (exchangeProvider !== 'feed') return []
  const at = (await newestRateAt(read)) ?? 0
  const allowed = Math.max(SHORTEST_SILENCE_MS, MISSED_TIMES * Number(exchangeRefresh))
  if (clock() - at <= allowed) return []
  const { rows } = await sql<{ text: string }>`
    select failures -> 'refresh rates' ->> 'text' as text from console.processes
    where failures ? 'refresh rates' order by (failures -> 'refresh rates' ->> 'at')::bigint desc limit 1`.execute(
    read,
  )
  const reason = rows[0] === undefined ? '' : ` ${rows[0].text}.`
  const sentence = `The feed of rates has set or confirmed none since ${instantText(at)}.${reason}`
  const parameters = { at, reason: rows[0]?.text ?? '' }
  return [{ object: '', sentence, parameters, since: at + allowed }]
}
