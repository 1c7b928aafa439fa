/** A small seeded generator of numbers (mulberry32): the same seed, the same numbers. */

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
    // Neighbouring seeds part after a few steps.
    for (let i = 0; i < 8; i++) this.next()
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)]!
  }

  shuffled<T>(list: readonly T[]): T[] {
    const result = [...list]
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.int(0, i)
      const kept = result[i]!
      result[i] = result[j]!
      result[j] = kept
    }
    return result
  }
}
