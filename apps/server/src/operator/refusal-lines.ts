import { Refusal, type RefusalCode } from '@partner-office/domain'

import { ImportRefused } from '../business/imports/import-refused.ts'
import { ImportUnfinished } from '../business/imports/import-unfinished.ts'
import { InQuarantine } from '../core/in-quarantine.ts'
import { InvalidInput } from '../input/invalid-input.ts'
import { isDatabaseBusy } from '../db/bounded-pool.ts'
import { isDiskFull } from '../db/disk-full.ts'
import type { Command } from './command-table.ts'
import { counted } from './counted.ts'

const BUSY = 'The database is in use and nothing was changed. Try again in a moment.'
const DISK_FULL =
  'The disk is full: nothing was changed. Make room there, and what was refused can be done again.'

/** Lines that tell an operator why a command was refused; null when the error is no refusal. */
export function refusalLines(error: unknown, command: Command): string[] | null {
  if (error instanceof ImportRefused) return importLines(error)
  if (error instanceof InvalidInput) {
    // The one element of a list of one needs no number.
    return error.problems.map(
      ({ place, problem }) => `${place.replace(/^\[0\]\./, '')}: ${problem}`,
    )
  }
  if (error instanceof ImportUnfinished || error instanceof InQuarantine) return [error.message]
  if (isDiskFull(error)) return [DISK_FULL]
  if (isDatabaseBusy(error)) return [BUSY]
  return error instanceof Refusal ? [sentence(error, command)] : null
}

function importLines({ problems, total }: ImportRefused): string[] {
  const more = total > problems.length ? `, of which the first ${problems.length} are named` : ''
  return [
    ...problems.map(({ line, problem }) => `line ${line}: ${problem}`),
    `${counted(total, 'problem')}${more}; nothing was imported`,
  ]
}

const FIELDS: Readonly<Record<string, string>> = {
  email: 'operator',
  orderId: 'order',
  payoutId: 'payout',
  userId: 'partner',
  verificationId: 'verification',
}

function sentence({ code, params }: Refusal, { arguments: [first] }: Command): string {
  if (params['reason'] !== undefined) return String(params['reason'])
  if (code === 'not_found' && params['rate'] !== undefined) {
    return `there is no exchange rate ${params['rate']}; set it with \`rates set\``
  }
  const field = String(params['field'] ?? '')
  if (code === 'not_found' && FIELDS[field] !== undefined) {
    return `there is no ${FIELDS[field]} ${first}`
  }
  if (params['accepted'] !== undefined) return `${field} must be ${params['accepted']}`
  return (SENTENCES[code] ?? code) + (field === '' ? '' : ` (${field})`)
}

/** Sentence of each code that a command can be refused with; codes of forms are missing. */
const SENTENCES: Readonly<Partial<Record<RefusalCode, string>>> = {
  access_denied: 'this is not allowed',
  last_admin:
    'this is the last operator who can sign in with the role admin: give another one the role first',
  wrong_email: 'this is no e-mail address',
  data_not_ready: 'the figures are being computed; try again in a moment',
  invalid_format: 'a value has the wrong form',
  not_found: 'there is no such thing',
  not_unique: 'it exists already, with other content',
  payments_disabled: 'payments are switched off',
  purchase_restricted_by_country: 'purchases are barred in the country of the partner',
  required: 'a value is missing',
  validation_error: 'a value is not accepted',
}
