import type { StatementTexts } from '@partner-office/locales/statement'

import type { explainedRecord } from '../bonuses/explain/explained-amount.ts'
import type { StoredRecord } from '../bonuses/explain/stored-record.ts'
import type { StatementRate } from './statement.ts'
import type { StatementWords } from './statement-words.ts'

/** A record with its calculation and what its rule names. */
export type RuledRecord = {
  readonly record: StoredRecord
  readonly amount: ReturnType<typeof explainedRecord>
  /** The code of the rank that a rank bonus pays; null for other bonuses. */
  readonly rank: string | null
  readonly isCorrection: boolean
}

/** The rule behind a credit, in words, with the conversion. Amounts are positive: the entry has the sign. */
export function ruleText(words: StatementWords, ruled: RuledRecord): string {
  const { record, isCorrection } = ruled
  const rule = words.say(ruleKey(record), ruleValues(words, ruled))
  const sentences = [
    ...(record.isTakingBack ? [words.say('entry.takenBack', { order: record.orderId ?? 0 })] : []),
    ...(isCorrection ? [words.say('entry.corrected', { month: words.month(record.period!) })] : []),
    rule,
    ...conversionOf(words, ruled),
  ]
  return sentences.join(' ')
}

const ruleKey = ({ type }: StoredRecord): keyof StatementTexts => `rule.${type}`

function ruleValues(words: StatementWords, { record, amount, rank }: RuledRecord) {
  const { base, percent, sharers, value } = amount
  return {
    base: words.number(positive(base)),
    percent: percent === null ? '' : words.percent(percent),
    sharers: sharers ?? 1,
    value: words.number(positive(value)),
    order: record.orderId ?? 0,
    level: record.level,
    month: record.period === null ? '' : words.month(record.period),
    rank: rank ?? '',
    pool: record.pool ?? 0,
    window: (record.turboWindow ?? 0) + 1,
  }
}

/** Nothing for the winner's own coins. */
function conversionOf(words: StatementWords, { amount }: RuledRecord): string[] {
  const { rate, currency, share } = amount
  if (rate === null) return []
  return [conversionText(words, { ...rate, to: currency, setAt: rate.validFrom, share })]
}

/** A rate, and the share of a value that was converted at it. */
type Conversion = Omit<StatementRate, 'from'> & { readonly share: string }

/** The sentence that says how a value was converted. */
export function conversionText(words: StatementWords, conversion: Conversion): string {
  const { id, rate, to: currency, setAt, share } = conversion
  const values = {
    rate: words.number(rate),
    id,
    time: words.instant(setAt),
    currency,
    share: words.percent(share),
  }
  return words.say(share === '1' ? 'entry.converted' : 'entry.partConverted', values)
}

const positive = (text: string): string => text.replace(/^-/, '')
