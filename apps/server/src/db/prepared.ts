import { createHash } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

const MARK = '/* prepared */'

/**
 * Begins a statement that a connection to PostgreSQL parses and plans once, and not at each execution: for short statements
 * that run very often. Its plan must be good for all values, since it soon becomes a generic one; lists are passed as arrays,
 * so that their length does not change the text. The plan is made anew when statistics or the schema change, and with the
 * connection: see `LIFETIME_SECONDS`.
 */
export const PREPARED: RawBuilder<unknown> = sql.raw(MARK)

/** The texts have few variants each; further ones are not named, so that no connection keeps any number of them. */
const MOST_NAMES = 200

/** PostgreSQL keeps 63 bytes of a name. */
const DIGITS = 40

/**
 * The name under which a text is prepared: its hash. On a connection that is shared by mistake, a name then never runs the
 * text of another program.
 */
export const statementName = (text: string): string =>
  `text_${createHash('sha256').update(text).digest('hex').slice(0, DIGITS)}`

/** Gives the texts of prepared statements their names. */
export class StatementNames {
  readonly #names = new Map<string, string>()

  /** The name of a text; undefined where it is not to be prepared. */
  of(text: string): string | undefined {
    if (!text.startsWith(MARK)) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_NAMES) return known
    const name = statementName(text)
    this.#names.set(text, name)
    return name
  }
}
