import { decimalsOf, formatUnits } from '@partner-office/domain'

import { explainedRecord } from '../bonuses/explain/explained-amount.ts'
import type { StoredRecord } from '../bonuses/explain/stored-record.ts'
import { adjustmentText, type BookedAdjustment } from './adjustment-text.ts'
import { disputeOf, type EndedDispute } from './dispute-text.ts'
import type { AccountMonth, Movement } from './read-movements.ts'
import { type BookedPayout, payoutText } from './payout-text.ts'
import { ruleText } from './rule-text.ts'
import {
  STATEMENT_FORMAT,
  type Statement,
  type StatementEntry,
  type StatementRate,
  type StatementSeal,
  type StatementSection,
} from './statement.ts'
import type { StatementHolder } from './statement-holder.ts'
import { type StatementWords, wordsIn } from './statement-words.ts'

/** Everything a statement is made of. */
export type StatementFacts = {
  readonly period: string
  readonly issuedAt: number
  readonly holder: StatementHolder
  readonly month: AccountMonth
  readonly records: ReadonlyMap<number, StoredRecord>
  /** The payouts of the month's movements, by their references. */
  readonly payouts: ReadonlyMap<string, BookedPayout>
  /** The adjustments of the month's movements, by their transfers. */
  readonly adjustments: ReadonlyMap<number, BookedAdjustment>
  /** The partner's disputes that ended in the month. */
  readonly disputes: readonly EndedDispute[]
  readonly rankCode: (rankId: number) => string
  readonly seal: StatementSeal
}

/** The statement of an account for a month: a pure function of stored facts, so that making it again gives the same. */
export function buildStatement(facts: StatementFacts): Statement {
  const { period, issuedAt, holder, month, seal } = facts
  const words = wordsIn(holder.language)
  const ruled = month.movements.map((movement) => entryOf(facts, words, movement))
  const coins = (units: bigint) => formatUnits(units, decimalsOf(month.currency))
  const sumOf = (section: StatementSection) =>
    month.movements.reduce(
      (sum, { units }, at) => (ruled[at]!.entry.section === section ? sum + units : sum),
      0n,
    )
  const [credited, corrected] = [sumOf('credit'), sumOf('correction')]
  const [adjusted, paidOut] = [sumOf('adjustment'), sumOf('payout')]
  const { name, isNameVerified, address, isAddressVerified } = holder
  return {
    format: STATEMENT_FORMAT,
    partnerId: holder.partnerId,
    holder: { name, isNameVerified, address, isAddressVerified },
    period,
    currency: month.currency,
    account: month.account,
    language: words.language,
    issuedAt,
    opening: coins(month.opening),
    credited: coins(credited),
    corrected: coins(corrected),
    adjusted: coins(adjusted),
    paidOut: coins(paidOut),
    closing: coins(month.opening + credited + corrected + adjusted + paidOut),
    entries: ruled.map(({ entry }) => entry),
    disputes: facts.disputes.map((dispute) => disputeOf(words, dispute)),
    rates: ratesOf(ruled.flatMap(({ rate }) => rate ?? [])),
    seal,
  }
}

type RuledEntry = { readonly entry: StatementEntry; readonly rate: StatementRate | null }

function entryOf(facts: StatementFacts, words: StatementWords, movement: Movement): RuledEntry {
  const { recordId, transferId, kind, reference, createdAt, units } = movement
  const { currency } = facts.month
  const common = {
    transferId,
    bookedAt: createdAt,
    kind,
    reference,
    recordId,
    amount: formatUnits(units, decimalsOf(currency)),
  }
  const record = recordId === null ? undefined : facts.records.get(recordId)
  if (record === undefined)
    return { entry: { ...common, ...withoutRecord(facts, words, movement) }, rate: null }
  const amount = explainedRecord(record)
  const isLate = record.closingId !== null && record.period !== facts.period
  const isCorrection = isLate && !record.isTakingBack
  const rank = record.rankId === null ? null : facts.rankCode(record.rankId)
  const { base, percent, sharers, value, share, exact, cut, creditedBefore, rate } = amount
  return {
    entry: {
      ...common,
      section: record.isTakingBack || isLate ? 'correction' : 'credit',
      at: record.paidAt,
      text: ruleText(words, { record, amount, rank, isCorrection }),
      bonusType: record.type,
      orderId: record.orderId,
      level: record.level === 0 ? null : record.level,
      period: record.period,
      calculation: {
        base,
        percent,
        sharers,
        value,
        share,
        rateId: rate?.id ?? null,
        exact,
        cut,
        creditedBefore,
      },
    },
    rate: rate && {
      id: rate.id,
      from: 'EUR',
      to: currency,
      rate: rate.rate,
      setAt: rate.validFrom,
    },
  }
}

/** A movement that no bonus explains: an adjustment, or a payout and what comes back of it. */
function withoutRecord(facts: StatementFacts, words: StatementWords, movement: Movement) {
  const none = { bonusType: null, orderId: null, level: null, period: null, calculation: null }
  const at = movement.createdAt
  const adjustment = facts.adjustments.get(movement.transferId)
  if (adjustment === undefined) {
    const text = payoutText(words, movement, facts.payouts)
    return { section: 'payout' as const, at, text, ...none }
  }
  return { section: 'adjustment' as const, at, text: adjustmentText(words, adjustment), ...none }
}

const ratesOf = (rates: readonly StatementRate[]): StatementRate[] =>
  [...new Map(rates.map((rate) => [rate.id, rate])).values()].toSorted((a, b) => a.id - b.id)
