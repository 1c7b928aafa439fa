/** An order as it was sent to the victim. Units: cents. */
export type SentOrder = {
  readonly orderId: number
  readonly userId: number
  readonly cents: number
}

/** A file as it was sent: `stored` must be there, `absent` must not come back, `unknown` is whole or not there. */
export type SentFile = {
  readonly kind: 'orders' | 'partners'
  readonly ids: readonly number[]
  state: 'unknown' | 'stored' | 'absent'
}

/**
 * What the victim was sent and what it has acknowledged, kept outside of it.
 *
 * What a look has found once must be found ever after, as if it had been acknowledged.
 */
export class KillJournal {
  readonly acknowledged = new Map<number, SentOrder>()
  /** Sent, and not answered so far: recorded or not. */
  readonly unanswered = new Map<number, SentOrder>()
  readonly files: SentFile[] = []
  /** Of the orders and files that were cut off, how many were there afterwards. */
  readonly found = { there: 0, gone: 0 }
  readonly #again: SentOrder[] = []

  send(order: SentOrder): void {
    this.unanswered.set(order.orderId, order)
  }

  acknowledge(order: SentOrder): void {
    this.unanswered.delete(order.orderId)
    this.acknowledged.set(order.orderId, order)
  }

  /** An order whose answer never came, to be sent again as whoever sent it would. */
  takeCutOff(): SentOrder | undefined {
    return this.#again.pop()
  }

  /** Note what a look has found of everything whose answer never came. */
  settle(isOrderThere: (id: number) => boolean, isFileThere: (file: SentFile) => boolean): void {
    for (const order of this.unanswered.values()) {
      const isThere = isOrderThere(order.orderId)
      this.#count(isThere)
      this.#again.push(order)
      if (isThere) this.acknowledge(order)
    }
    this.unanswered.clear()
    for (const file of this.files) {
      if (file.state !== 'unknown') continue
      file.state = isFileThere(file) ? 'stored' : 'absent'
      this.#count(file.state === 'stored')
    }
  }

  #count(isThere: boolean): void {
    this.found[isThere ? 'there' : 'gone'] += 1
  }
}
