import type { GroupNumbers } from '@partner-office/domain'

import { csvLine } from '../exports/csv.ts'
import { signDocument, type SignedForm } from '../statements/sign-statement.ts'
import type { StatementSigner } from '../statements/statement-keys.ts'
import { type Disclosure, DISCLOSURE_CSV_FORMAT, DISCLOSURE_FORMAT } from './disclosure.ts'

const FORM: SignedForm = { name: 'disclosure', format: DISCLOSURE_FORMAT, lists: ['groups'] }

/** The bytes of a signed disclosure. Source: docs/statements.md. */
export const signDisclosure = (disclosure: Disclosure, signer: StatementSigner): string =>
  signDocument(disclosure, FORM, signer)

/** The columns of the table, in the order of the data. */
const COLUMNS = [
  'members',
  'withoutIncome',
  'p25',
  'median',
  'p75',
  'p90',
  'p99',
  'mean',
  'maximumUpTo',
  'withPurchases',
  'purchaseMedian',
] as const satisfies readonly (keyof GroupNumbers)[]

/**
 * The same numbers as a table, which ends with its own signature. The signature covers all lines before it.
 *
 * Source: docs/statements.md.
 */
export function signDisclosureCsv(disclosure: Disclosure, signer: StatementSigner): string {
  const { format: _, groups, ...values } = disclosure
  const lines = [
    ['format', DISCLOSURE_CSV_FORMAT],
    ...Object.entries(values).map(([name, value]) => [name, value ?? '']),
    ['of', 'names', ...COLUMNS],
    ...groups.map(({ of, names, numbers }) => [
      of,
      names.join(' '),
      ...COLUMNS.map((column) => numbers[column] ?? ''),
    ]),
    ['key', signer.id],
  ]
  const text = lines.map((cells) => csvLine(cells)).join('')
  return `${text}${csvLine(['signature', signer.sign(text)])}`
}
