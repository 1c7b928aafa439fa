/** The service's clock, as its answers tell it: that of the operator's machine may be wrong. Units: whole seconds. */
export class Clock {
  #aheadMs = 0

  /** Takes the `Date` header of an answer. */
  hear(date: string | null): void {
    const at = Date.parse(date ?? '')
    if (!Number.isNaN(at)) this.#aheadMs = at - Date.now()
  }

  /** Units: epoch milliseconds. */
  readonly now = (): number => Date.now() + this.#aheadMs
}
