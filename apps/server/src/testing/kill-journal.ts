/** An order that was sent to the victim. Units: cents. */
export type SentOrder = {
  readonly orderId: number
  readonly userId: number
  readonly cents: number
}

/** A file that was sent: `stored` must exist, `absent` must not appear later, `unknown` is complete or absent. */
export type SentFile = {
  readonly kind: 'orders' | 'partners'
  readonly ids: readonly number[]
  state: 'unknown' | 'stored' | 'absent'
}

/**
 * Records, outside the victim, what it was sent and what it has acknowledged.
 *
 * Data that one check has found must be found by all later checks, as if it had been acknowledged.
 */
export class KillJournal {
  readonly acknowledged = new Map<number, SentOrder>()
  /** Sent and not answered yet; recorded or not. */
  readonly unanswered = new Map<number, SentOrder>()
  readonly files: SentFile[] = []
  /** Orders and files without an answer: how many existed afterwards, and how many did not. */
  readonly found = { there: 0, gone: 0 }
  readonly #again: SentOrder[] = []

  send(order: SentOrder): void {
    this.unanswered.set(order.orderId, order)
  }

  acknowledge(order: SentOrder): void {
    this.unanswered.delete(order.orderId)
    this.acknowledged.set(order.orderId, order)
  }

  /** Takes an order without an answer, to be sent again as its sender would. */
  takeCutOff(): SentOrder | undefined {
    return this.#again.pop()
  }

  /** Records which orders and files without an answer a check has found. */
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
