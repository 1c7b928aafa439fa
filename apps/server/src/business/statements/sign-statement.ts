import { createHash } from 'node:crypto'

import { STATEMENT_FORMAT, type SignedStatement, type Statement } from './statement.ts'
import type { StatementSigner } from './statement-keys.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A document that is signed: its name in the file, its format, and the lists whose items have a hash each. */
export type SignedForm = {
  readonly name: 'statement' | 'disclosure'
  readonly format: string
  readonly lists: readonly string[]
}

/** A hash for each item of a list, so that a check can name the item that was changed. */
const STATEMENT: SignedForm = {
  name: 'statement',
  format: STATEMENT_FORMAT,
  lists: ['entries', 'disputes', 'rates'],
}

/** The parts of a document with the hash of each one's JSON text, in the order of the document. */
function partsOf(document: object, lists: readonly string[]): SignedStatement['parts'] {
  return Object.entries(document).flatMap(([name, value]): [string, string][] =>
    lists.includes(name)
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
 * The bytes of a signed document: its only form, so that any other byte is a change. The signature covers the name of the
 * format and everything but its own digits.
 *
 * Source: docs/statements.md.
 */
export function signDocument(
  document: object,
  { name, format, lists }: SignedForm,
  signer: StatementSigner,
): string {
  const written = (value: string) => {
    const signature = { algorithm: 'Ed25519', key: signer.id, value }
    return `${JSON.stringify({ [name]: document, parts: partsOf(document, lists), signature })}\n`
  }
  return written(signer.sign(`${format}\n${written('')}`))
}

/** The bytes of a signed statement, as `signDocument`. */
export const signStatement = (statement: Statement, signer: StatementSigner): string =>
  signDocument(statement, STATEMENT, signer)

const CODE_LENGTH = 32

/** The code printed on a statement. It is derived from the signature, which nobody can guess. */
export function statementCode(content: string): string {
  const { signature } = JSON.parse(content) as SignedStatement
  return sha256(`statement code ${signature.value}`).slice(0, CODE_LENGTH)
}
