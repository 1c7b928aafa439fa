import { createHash } from 'node:crypto'

import { STATEMENT_FORMAT, type SignedStatement, type Statement } from './statement.ts'
import type { StatementSigner } from './statement-keys.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** These lists have a hash for each of their items, so that a check can name the item that was changed. */
const LISTS = new Set(['entries', 'rates'])

/** The parts of a statement with the hash of each one's JSON text, in the order of the document. */
function partsOf(statement: Statement): SignedStatement['parts'] {
  return Object.entries(statement).flatMap(([name, value]): [string, string][] =>
    LISTS.has(name)
      ? [
          [`${name}/count`, sha256(String((value as readonly unknown[]).length))],
          ...(value as readonly unknown[]).map((item, at): [string, string] => [
            `${name}/${at}`,
            sha256(JSON.stringify(item)),
          ]),
        ]
      : [[name, sha256(JSON.stringify(value))]],
  )
}

/**
 * The bytes of a signed statement: its only form, so that any other byte is a change. The signature covers the name of the
 * format and everything but its own digits.
 *
 * Source: docs/statements.md.
 */
export function signStatement(statement: Statement, signer: StatementSigner): string {
  const written = (value: string) => {
    const signature = { algorithm: 'Ed25519', key: signer.id, value }
    return `${JSON.stringify({ statement, parts: partsOf(statement), signature })}\n`
  }
  return written(signer.sign(`${STATEMENT_FORMAT}\n${written('')}`))
}

const CODE_LENGTH = 32

/** The code printed on a statement. It is derived from the signature, which nobody can guess. */
export function statementCode(content: string): string {
  const { signature } = JSON.parse(content) as SignedStatement
  return sha256(`statement code ${signature.value}`).slice(0, CODE_LENGTH)
}
