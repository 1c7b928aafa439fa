import type { ConsoleRate, postProposalPreview } from '@partner-office/contracts'
import type { Asked } from '@partner-office/web'

type Pair = Pick<ConsoleRate, 'from' | 'to' | 'rateType'>
export type NewRate = Pair & { readonly rate: string; readonly last: number | null }

/** What was typed, by the key of the pair; empty: stays as it is. */
export type Typed = Readonly<Record<string, string>>

/** Names a pair with its type: `EUR/UCHAIN SELL`. */
export const rateKey = ({ from, to, rateType }: Pair): string => `${from}/${to} ${rateType}`

/** The rates that were typed and differ from those in force. Units: `last` is the one that the operator saw. */
export const changedRates = (rates: readonly ConsoleRate[], typed: Typed): readonly NewRate[] =>
  rates.flatMap(({ id, from, to, rateType, rate }) => {
    const value = (typed[rateKey({ from, to, rateType })] ?? '').trim()
    return value === '' || value === rate ? [] : [{ from, to, rateType, rate: value, last: id }]
  })

/** The same as one proposal: all or none. */
export function proposedRates(
  changed: readonly NewRate[],
): Asked<(typeof postProposalPreview)['body']> | null {
  const [first, ...more] = changed.map(({ from, to, rateType, rate }) => ({
    object: `${from}/${to}`,
    rate,
    rateType,
  }))
  if (first === undefined) return null
  const { object, ...values } = first
  return { kind: 'rate', object, values: more.length === 0 ? values : { ...values, more } }
}
