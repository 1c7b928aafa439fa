import type { Db } from '../db/database.ts'
import { type Marks, readMarks } from '../db/marks.ts'
import type { Fact } from './facts.ts'
import { readFacts } from './read-facts.ts'

/**
 * Keeps the content of the last fact in the figures and the number that its writer has drawn (`fact_log.last_turn`), to recognize
 * a database that does not hold this fact.
 *
 *     database at the same number:   another draw      -> another history
 *     database at a lower number:                      -> another history
 *     database at a higher number:   another content   -> another history
 *
 * A database that holds the same content at the number would lead to the same figures.
 */
export class History {
  #fact = 0
  /** Null when it is not known. */
  #content: string | null = null
  #turn: number | null = null

  /** Reads what is to be known of the fact with a number, after loading. */
  async begin(db: Db, fact: number): Promise<void> {
    const facts = await readFacts(db, { after: fact - 1, upTo: fact })
    const marks = await readMarks(db)
    this.applied(facts, fact, marks.fact === fact ? marks.turn : null)
  }

  /** Notes that the figures now include all facts up to a number. */
  applied(facts: readonly Fact[], fact: number, turn: number | null): void {
    if (fact < this.#fact && turn === null) return
    this.#fact = fact
    this.#content = contentOf(facts, fact)
    this.#turn = turn
  }

  turnAt(fact: number): number | null {
    return this.#fact === fact ? this.#turn : null
  }

  /** Whether facts that were read include the last fact of the figures as it was. */
  holds(facts: readonly Fact[], fact: number): boolean {
    return this.#fact !== fact || this.#content === null || this.#content === contentOf(facts, fact)
  }

  /** Whether announced numbers look like another history. They may be older than the figures: only a query decides. */
  mayDiffer({ fact, turn }: Marks, asOf: number): boolean {
    return (
      fact < asOf || (fact === asOf && this.turnAt(asOf) !== null && this.turnAt(asOf) !== turn)
    )
  }
}

/** Names are left out: they change later. */
const contentOf = (facts: readonly Fact[], number: number): string =>
  facts
    .filter(({ fact }) => fact === number)
    .map((fact) => JSON.stringify(fact.kind === 'partner' ? { ...fact, names: null } : fact))
    .toSorted()
    .join()
