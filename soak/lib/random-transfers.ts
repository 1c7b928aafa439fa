import type { Transfer } from '../../apps/server/src/business/ledger/post-transfers.ts'
import type { SeededRandom } from '../../apps/server/src/demo/random.ts'
import type { LedgerModel, Outcome } from './ledger-model.ts'

export type Call = { readonly transfers: readonly Transfer[]; readonly outcome: Outcome }

const COINS = [
  ['UPT', 'UCHAIN_UPT_BONUS'],
  ['UCN', 'UCHAIN_UCN_BONUS'],
  ['ULTIMA', 'ULTIMA_BONUS'],
] as const
const COUNTERS = ['bonus_expense', 'payout_clearing', 'fees'] as const
const IMPOSSIBLE = ['0', '-1', 'NaN', 'Infinity', '1e38'] as const
const MOST_AT_ONCE = 25

/** Draws calls of every kind for one caller. It uses its own keys, so it knows each expected result. */
export class RandomTransfers {
  readonly #random: SeededRandom
  readonly #model: LedgerModel
  readonly #caller: string
  readonly #partners: number
  readonly #keys: string[] = []
  #drawn = 0

  constructor(random: SeededRandom, model: LedgerModel, caller: string, partners: number) {
    this.#random = random
    this.#model = model
    this.#caller = caller
    this.#partners = partners
  }

  /** Draws one transfer, or many at once. */
  next(): Call {
    const count = this.#random.chance(0.8) ? 1 : this.#random.integer(2, MOST_AT_ONCE)
    const transfers = Array.from({ length: count }, () => this.#drawOne())
    const spoilt = this.#spoil(transfers)
    if (spoilt !== null) return spoilt
    for (const { key } of transfers) this.#keys.push(key)
    return { transfers, outcome: 'posted' }
  }

  /** Draws mostly a new transfer, sometimes a repeated one. */
  #drawOne(): Transfer {
    const earlier = this.#earlier()
    return earlier !== undefined && this.#random.chance(0.15) ? earlier : this.#fresh()
  }

  /** Adds one invalid transfer to a call, so that the whole call is refused. */
  #spoil(transfers: readonly Transfer[]): Call | null {
    const draw = this.#random.next()
    const earlier = this.#earlier()
    if (draw < 0.05 && earlier !== undefined) {
      return { transfers: this.#with(transfers, this.#changed(earlier)), outcome: 'clashing key' }
    }
    if (draw < 0.1) {
      const amount = this.#random.pick(IMPOSSIBLE)
      const outcome = 'impossible amount'
      return { transfers: this.#with(transfers, { ...this.#fresh(), amount }), outcome }
    }
    if (draw < 0.13 && transfers.length > 1) {
      const twice = this.#fresh()
      return { transfers: [twice, ...transfers, twice], outcome: 'key twice in a call' }
    }
    return null
  }

  /** A single call has only the invalid transfer; others have it anywhere among valid ones. */
  #with(transfers: readonly Transfer[], bad: Transfer): Transfer[] {
    const at = this.#random.integer(0, transfers.length - 1)
    return transfers.map((transfer, place) => (place === at ? bad : transfer))
  }

  #fresh(): Transfer {
    this.#drawn += 1
    const [currency, account] = this.#random.pick(COINS)
    return {
      key: `${this.#caller}:${this.#drawn}`,
      partnerId: this.#random.integer(1, this.#partners),
      account,
      counter: this.#random.pick(COUNTERS),
      toPartner: this.#random.chance(0.6),
      currency,
      amount: String(this.#amount()),
      kind: this.#random.pick(['DIRECT', 'TEAM', 'FEE | 5']),
      reference: `number ${this.#drawn}`,
      createdAt: this.#drawn,
    }
  }

  /** Draws an amount from one unit to more than a double can hold. */
  #amount(): bigint {
    return BigInt(this.#random.integer(1, 1_000_000)) * 10n ** BigInt(this.#random.integer(0, 18))
  }

  #changed(earlier: Transfer): Transfer {
    return this.#random.pick<Transfer>([
      { ...earlier, amount: String(BigInt(earlier.amount) + 1n) },
      { ...earlier, partnerId: (earlier.partnerId % this.#partners) + 1 },
      { ...earlier, toPartner: !earlier.toPartner },
      { ...earlier, kind: `${earlier.kind}!` },
      { ...earlier, reference: 'another' },
    ])
  }

  #earlier(): Transfer | undefined {
    if (this.#keys.length === 0) return undefined
    return this.#model.get(this.#random.pick(this.#keys))
  }
}
