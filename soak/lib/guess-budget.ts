const MINUTE_MS = 60_000
const IN_A_ROW = 10
const FIRST_LOCK_MS = 15 * MINUTE_MS
const LONGEST_LOCK_MS = 24 * 60 * MINUTE_MS

/** The calls per minute of a network address during the attack. */
export const TRIES_A_MINUTE = 5

/** Counts compared guesses, and reports when they exceed the limits of the specification. Source: decisions D-031, D-106. */
export class GuessBudget {
  readonly problems: string[] = []
  readonly #begin: number
  readonly #onAccount = new Map<string, number>()
  readonly #fromAddress = new Map<string, number[]>()
  #tokens = 0

  constructor(begin: number) {
    this.#begin = begin
  }

  lookedAtAccount(account: string): void {
    this.#onAccount.set(account, (this.#onAccount.get(account) ?? 0) + 1)
  }

  lookedAtToken(address: string, now: number): void {
    this.#tokens += 1
    this.#fromAddress.set(address, [...(this.#fromAddress.get(address) ?? []), now])
  }

  succeeded(what: string): void {
    this.problems.push(`a guess was right: ${what}`)
  }

  check(now: number): void {
    for (const [account, count] of this.#onAccount) this.#compare(account, count, this.#most(now))
    for (const [address, times] of this.#fromAddress) {
      const recent = times.filter((time) => time > now - MINUTE_MS)
      this.#fromAddress.set(address, recent)
      // A minute may contain the end of one window and the start of the next.
      this.#compare(`tokens from ${address} in a minute`, recent.length, 2 * TRIES_A_MINUTE)
    }
  }

  lines(now: number): string[] {
    const accounts = [...this.#onAccount].map(([account, count]) => `${count} at ${account}`)
    return [
      `looked at: ${accounts.join(', ')} (at most ${this.#most(now)} each)`,
      `${this.#tokens} tokens of mails, from no address more than ${2 * TRIES_A_MINUTE} within a minute`,
    ]
  }

  #compare(subject: string, count: number, most: number): void {
    if (count > most)
      this.problems.push(`${subject}: ${count} were looked at, at most ${most} may be`)
  }

  /** The most guesses possible: an attacker who returns at the moment each lock ends. */
  #most(now: number): number {
    let guesses = IN_A_ROW
    let at = this.#begin + FIRST_LOCK_MS
    for (let lock = FIRST_LOCK_MS; at <= now; at += lock) {
      guesses += IN_A_ROW
      lock = Math.min(2 * lock, LONGEST_LOCK_MS)
    }
    return guesses
  }
}
