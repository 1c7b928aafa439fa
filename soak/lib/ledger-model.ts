import type { Transfer } from '../../apps/server/src/business/ledger/post-transfers.ts'

/** The expected result of a ledger call. */
export type Outcome = 'posted' | 'clashing key' | 'key twice in a call' | 'impossible amount'

/** The expected content of the ledger, in plain maps. */
export class LedgerModel {
  readonly #posted = new Map<string, Transfer>()
  readonly #balances = new Map<string, bigint>()
  transfers = 0

  get(key: string): Transfer | undefined {
    return this.#posted.get(key)
  }

  /** Applies a successful call; returns how many of its transfers were new. */
  post(transfers: readonly Transfer[]): number {
    let fresh = 0
    for (const transfer of transfers) {
      if (this.#posted.has(transfer.key)) continue
      this.#posted.set(transfer.key, transfer)
      const units = transfer.toPartner ? BigInt(transfer.amount) : -BigInt(transfer.amount)
      this.#add(balanceKey(transfer.partnerId, transfer.account, transfer.currency), units)
      this.#add(balanceKey(null, transfer.counter, transfer.currency), -units)
      fresh += 1
    }
    this.transfers += fresh
    return fresh
  }

  /** All balances other than zero, by `owner account currency`. */
  balances(): Map<string, bigint> {
    return new Map([...this.#balances].filter(([, units]) => units !== 0n))
  }

  #add(key: string, units: bigint): void {
    this.#balances.set(key, (this.#balances.get(key) ?? 0n) + units)
  }
}

export const balanceKey = (partnerId: number | null, account: string, currency: string): string =>
  `${partnerId ?? 'company'} ${account} ${currency}`
