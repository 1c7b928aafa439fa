import { type RawBuilder, sql } from 'kysely'

const MARK = '/* prepared */'

/**
 * Begins a statement that a connection to PostgreSQL parses and plans once, and not at each execution: for short statements
 * that run very often. Its plan must be good for all values, since it soon becomes a generic one; lists are passed as arrays,
 * so that their length does not change the text. The plan is made anew when statistics or the schema change.
 */
export const PREPARED: RawBuilder<unknown> = sql.raw(MARK)

/** The texts have few variants each; further ones are not named, so that no connection keeps any number of them. */
const MOST_NAMES = 200

/** Gives the texts of prepared statements their names. */
export class StatementNames {
  readonly #names = new Map<string, string>()

  /** The name of a text; undefined where it is not to be prepared. */
  of(text: string): string | undefined {
    if (!text.startsWith(MARK)) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_NAMES) return known
    const name = `prepared_${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}
