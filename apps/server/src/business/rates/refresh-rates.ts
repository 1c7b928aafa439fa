import { compare, fraction, type Rate } from '@partner-office/domain'
import { sql } from 'kysely'

import { audited } from '../audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import { readSetting } from '../settings/read-settings.ts'
import { currentRates, listRates } from './current-rates.ts'
import type { RateFeed } from './rate-feed.ts'
import { isJump } from './rate-jump.ts'
import { type NewRate, setRates } from './set-rates.ts'

/**
 * Takes over what a feed quotes: new quotes are set, those that hold already are confirmed. A quote that differs by more than
 * `rateJumpPercent` from the rate in force is left out and noted for the operators; the rate in force stays. Answers how many
 * were set.
 *
 * Source: decisions D-099; requirements FMT-016, CNF-006.
 */
export async function refreshRates(core: Core, feed: RateFeed): Promise<number> {
  const quotes = await feed()
  const { read } = core.database
  const before = await listRates(read)
  const percent = await readSetting(read, 'rateJumpPercent')
  const inForce = (quote: Pair) => before.find((each) => isSamePair(each, quote))
  const jumping = quotes.filter((quote) => {
    const known = inForce(quote)
    return known !== undefined && isJump(known.rate, quote.rate, percent)
  })
  const taken = quotes.filter((quote) => !jumping.includes(quote))
  const changed = taken.filter((quote) => {
    const known = inForce(quote)
    return known === undefined || compare(fraction(known.rate), fraction(quote.rate)) !== 0
  })
  if (changed.length > 0) {
    const entry = { actor: 'feed', command: 'rates set', details: () => ({ rates: changed }) }
    await audited(core, entry, (on) => setRates(on, changed))
  }
  await noteLeftOut(core, jumping)
  await confirm(core, taken)
  return changed.length
}

type Pair = Pick<Rate, 'from' | 'to' | 'rateType'>

const isSamePair = (one: Pair, other: Pair): boolean =>
  one.from === other.from && one.to === other.to && one.rateType === other.rateType

/** A quote that the feed has left out, and since when it names this rate. */
export type LeftOut = NewRate & { readonly at: number }

/** Quotes of the feed that were left out because they jump. */
export async function readLeftOut({ database: { read } }: Core): Promise<LeftOut[]> {
  const rows = await read
    .selectFrom('leftOutRates')
    .select(['fromCurrency as from', 'toCurrency as to', 'rateType', 'rate', 'at'])
    .orderBy('fromCurrency')
    .orderBy('toCurrency')
    .orderBy('rateType')
    .execute()
  return rows as LeftOut[]
}

/** Writes only what has changed: the feed is read each minute. */
async function noteLeftOut(core: Core, jumping: readonly NewRate[]): Promise<void> {
  const noted = await readLeftOut(core)
  const isNoted = (quote: NewRate) =>
    noted.some((each) => isSamePair(each, quote) && each.rate === quote.rate)
  const isSame = noted.length === jumping.length && jumping.every(isNoted)
  if (isSame) return
  const rows = jumping.map(({ from, to, rateType, rate }) => ({
    fromCurrency: from,
    toCurrency: to,
    rateType,
    rate,
    at:
      noted.find((each) => isSamePair(each, { from, to, rateType }) && each.rate === rate)?.at ??
      core.clock(),
  }))
  await core.database.transaction(async (tx) => {
    await tx.deleteFrom('leftOutRates').execute()
    if (rows.length > 0) await tx.insertInto('leftOutRates').values(rows).execute()
  })
}

/** Says of the quotes in force that the feed names them at this moment. */
async function confirm({ database, clock }: Core, quotes: readonly Pair[]): Promise<void> {
  const inForce = await currentRates(database.read)
  const rows = inForce
    .filter((rate) => quotes.some((quote) => isSamePair(rate, quote)))
    .map(({ id }) => ({ rateId: id, confirmedAt: clock() }))
  if (rows.length === 0) return
  await database.read
    .insertInto('rateConfirmations')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('rateId').doUpdateSet({ confirmedAt: sql`excluded.confirmed_at` }),
    )
    .execute()
}
