import { type AccountCurrency, decimalsOf, parseDecimal, Refusal } from '@partner-office/domain'

import { coinText } from '../../business/bonuses/bonus-texts.ts'
import type { Payout } from '../../business/payouts/end/end-payout.ts'

/** What a transaction has paid to an address. Units: whole coins of `currency`, as a plain decimal. */
type ChainOutput = {
  readonly address: string
  readonly currency: string
  readonly amount: string
}

/**
 * Looks things up on a chain. The product ships none; an installation that has one passes it to `buildServices`.
 *
 * Source: D-185.
 */
export type ChainAdapter = {
  /** What a transaction has paid; null: the chain does not know it. `to` is the kind of wallet of the route. */
  transaction(txId: string, to: string): Promise<readonly ChainOutput[] | null>
  /** What the company's wallet holds of a currency; null: not known, as if it fails. Units: whole coins. */
  balance(currency: string): Promise<string | null>
}

type Looked = { readonly isFound: boolean; readonly differences: string[] }

type Sent = Pick<Payout, 'payoutTo' | 'address' | 'currency' | 'receive'>

/**
 * What differs between a payout and what the chain says of its transaction; null without an adapter: nothing is known. An adapter that
 * fails knows nothing, and what it says stays here: it may name its secrets.
 */
export async function lookOnChain(
  chain: ChainAdapter | null,
  payout: Sent,
  txId: string,
): Promise<Looked | null> {
  if (chain === null) return null
  const outputs = await chain.transaction(txId, payout.payoutTo).catch(() => 'failed' as const)
  if (outputs === 'failed') {
    return { isFound: false, differences: ['the chain could not be asked'] }
  }
  if (outputs === null) {
    return { isFound: false, differences: ['the chain does not know this transaction'] }
  }
  const found = outputs.map((output) => differencesOf(payout, output))
  if (found.some((differences) => differences.length === 0)) {
    return { isFound: true, differences: [] }
  }
  const nearest = found.toSorted((one, other) => one.length - other.length)[0]
  return { isFound: true, differences: nearest ?? ['the transaction pays nothing'] }
}

function differencesOf({ address, currency, receive }: Sent, paid: ChainOutput): string[] {
  const known = currency as AccountCurrency
  const decimals = decimalsOf(known)
  const due = coinText(BigInt(receive), known)
  const differ = (what: string, is: string, should: string) =>
    `${what}: the chain has ${is}, the payout ${should}`
  return [
    ...(paid.address === address ? [] : [differ('address', paid.address, address)]),
    ...(paid.currency === currency ? [] : [differ('currency', paid.currency, currency)]),
    ...(isSameAmount(paid.amount, BigInt(receive), decimals)
      ? []
      : [differ('amount', paid.amount, due)]),
  ]
}

function isSameAmount(text: string, units: bigint, decimals: number): boolean {
  const parsed = parseDecimal(text, { maxIntegerDigits: 30, maxDecimals: 30 })
  if (parsed === null) return false
  return parsed.units * 10n ** BigInt(decimals) === units * 10n ** BigInt(parsed.decimals)
}

/** Refuses: `not_match`, with what differs, where an adapter looks a transaction up. Source: requirements PQU-017. */
export async function requireOnChain(
  chain: ChainAdapter | null,
  payout: Sent,
  txId: string,
): Promise<void> {
  const looked = await lookOnChain(chain, payout, txId)
  if (looked === null || looked.differences.length === 0) return
  throw new Refusal('not_match', { field: 'txId' }, looked.differences)
}
