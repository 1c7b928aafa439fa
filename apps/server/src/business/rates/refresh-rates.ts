import { compare, divide, fraction, type Rate } from '@partner-office/domain'
import { sql } from 'kysely'

import { audited } from '../audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import { currentRates } from './current-rates.ts'
import type { RateFeed } from './rate-feed.ts'
import { type NewRate, setRates } from './set-rates.ts'

/** A quote that more than doubles or halves the rate is more likely a fault of the feed. */
const LARGEST_STEP = fraction('2')

/**
 * Take over what a feed quotes: new quotes are set, those that hold already are confirmed. Answers how many were set.
 *
 * Refuses: the whole answer where one quote is more than twice or less than half of the one in force; an operator has
 * to set such a rate. The rates in force stay.
 * Source: decisions D-099; requirements FMT-016.
 */
export async function refreshRates(core: Core, feed: RateFeed): Promise<number> {
  const quotes = await feed()
  const before = await currentRates(core.database.read)
  const changed = quotes.filter((quote) => {
    const known = before.find((each) => isSamePair(each, quote))
    if (known === undefined) return true
    requireSmallStep(known, quote)
    return compare(known.rate, fraction(quote.rate)) !== 0
  })
  if (changed.length > 0) {
    const entry = { actor: 'feed', command: 'rates set', details: () => ({ rates: changed }) }
    await audited(core, entry, (on) => setRates(on, changed))
  }
  await confirm(core, quotes)
  return changed.length
}

type Pair = Pick<Rate, 'from' | 'to' | 'rateType'>

const isSamePair = (one: Pair, other: Pair): boolean =>
  one.from === other.from && one.to === other.to && one.rateType === other.rateType

function requireSmallStep(known: Rate, quote: NewRate): void {
  const next = fraction(quote.rate)
  const isSmall = [divide(next, known.rate), divide(known.rate, next)].every(
    (step) => compare(step, LARGEST_STEP) <= 0,
  )
  if (isSmall) return
  const { from, to, rate } = quote
  throw new Error(
    `The rate feed quotes ${rate} from ${from} to ${to}, more than twice or less than half of the rate in force; ` +
      'nothing of it was taken over, and an operator has to set such a rate',
  )
}

/** Says of the quotes in force that the feed names them at this moment. */
async function confirm({ database, clock }: Core, quotes: readonly Pair[]): Promise<void> {
  const inForce = await currentRates(database.read)
  const rows = inForce
    .filter((rate) => quotes.some((quote) => isSamePair(rate, quote)))
    .map(({ id }) => ({ rateId: id, confirmedAt: clock() }))
  await database.read
    .insertInto('rateConfirmations')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('rateId').doUpdateSet({ confirmedAt: sql`excluded.confirmed_at` }),
    )
    .execute()
}
