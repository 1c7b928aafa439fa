import type { FieldProblem, RefusalCode } from '../refusal.ts'
import { emailProblem, LONGEST_LINE, problemOf } from './form-checks.ts'
import { isStorable, LONGEST_COMMENT } from './profile-form.ts'

/** Types of tickets, which are also the ids of their forms. Source: requirements SUP-002; decisions D-078. */
export const TICKET_TYPES = { general: 1, access: 2, bonuses: 3, payouts: 8, other: 10 } as const
export type TicketType = (typeof TICKET_TYPES)[keyof typeof TICKET_TYPES]

/** Bonuses that a ticket of type 3 may be about. Source: requirements SUP-007. */
export const TICKET_BONUSES = [
  'direct_bonus',
  'team_bonus',
  'rang_bonus',
  'unilevel_bonus',
  'infinity_bonus',
] as const

/** Most files of a ticket. Source: requirements SUP-010. */
export const TICKET_MOST_FILES = 5

/** Every file is smaller. Units: bytes. Source: requirements SUP-011; decisions D-125. */
export const TICKET_FILE_BYTES_BELOW = 15_000_000

/** Kinds of files, by the ends of their names. Source: requirements SUP-012. */
export const TICKET_FILE_ENDS = {
  pdf: ['pdf'],
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  bmp: ['bmp'],
  tiff: ['tif', 'tiff'],
} as const
export type TicketFileKind = keyof typeof TICKET_FILE_ENDS

/** The fields of a ticket besides its files, as they are sent. */
export type TicketForm = {
  readonly formId?: string
  readonly type?: string
  readonly comment?: string
  readonly email?: string
  readonly bonusType?: string
}

/**
 * Returns every problem of a ticket's fields.
 *
 * Source: api.md section 2, `POST /v1/support/tickets`; requirements SUP-002, SUP-005 to SUP-009; decisions D-115.
 */
export function ticketProblems(form: TicketForm): FieldProblem[] {
  const { formId = '', type = '', comment = '', email = '', bonusType = '' } = form
  const isType = Object.values(TICKET_TYPES).map(String).includes(type)
  return [
    ...problemOf('type', typeProblem(type, isType)),
    ...problemOf('formId', typeProblem(formId, formId === type || !isType)),
    ...problemOf('comment', commentProblem(comment)),
    ...(type === String(TICKET_TYPES.access) ? problemOf('email', addressProblem(email)) : []),
    ...(type === String(TICKET_TYPES.bonuses)
      ? problemOf('bonusType', bonusProblem(bonusType))
      : []),
  ]
}

function typeProblem(value: string, isRight: boolean): RefusalCode | null {
  if (value === '') return 'required'
  return isRight ? null : 'validation_error'
}

function commentProblem(comment: string): RefusalCode | null {
  if (comment.trim() === '') return 'required'
  if (!isStorable(comment, { isMultiLine: true })) return 'validation_error'
  return comment.length > LONGEST_COMMENT ? 'max_length' : null
}

function addressProblem(email: string): RefusalCode | null {
  if (email.trim() === '') return 'required'
  return email.trim().length > LONGEST_LINE ? 'max_length' : emailProblem(email.trim())
}

function bonusProblem(bonusType: string): RefusalCode | null {
  if (bonusType === '') return 'required'
  const isKnown = (TICKET_BONUSES as readonly string[]).includes(bonusType)
  return isKnown ? null : 'validation_error'
}

/** What is wrong with the files of a ticket: too many, a name twice, another kind, too large. */
export type TicketFileProblem = 'tooMany' | 'twice' | 'kind' | 'size'

/** A file as its sender describes it. */
type NamedFile = { readonly name: string; readonly size: number }

/** Returns the problem of a file that is added to others, or null. Source: requirements SUP-010 to SUP-013. */
export function ticketFileProblem(
  file: NamedFile,
  others: readonly NamedFile[],
): TicketFileProblem | null {
  if (others.length >= TICKET_MOST_FILES) return 'tooMany'
  if (others.some(({ name }) => isSameName(name, file.name))) return 'twice'
  if (kindOfName(file.name) === null) return 'kind'
  return file.size < TICKET_FILE_BYTES_BELOW ? null : 'size'
}

/** Kind of a file by the end of its name; null for others. */
export function kindOfName(name: string): TicketFileKind | null {
  const end = name.toLowerCase().split('.').at(-1) ?? ''
  const kinds = Object.entries(TICKET_FILE_ENDS) as [TicketFileKind, readonly string[]][]
  return kinds.find(([, ends]) => ends.includes(end))?.[0] ?? null
}

/** Names that differ only by case or by the way an accent is written are the same. */
const isSameName = (one: string, other: string): boolean => comparable(one) === comparable(other)
const comparable = (name: string): string => fileNameShown(name).toLowerCase()

const LONGEST_NAME = 120

/** A file name without a path, control characters and characters that turn the direction of text. */
export function fileNameShown(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '').trim()
  const visible = clean.replace(/^\.+/, '')
  if (visible.length <= LONGEST_NAME) return visible === '' ? 'file' : visible
  const end = /\.[^.]{1,5}$/.exec(visible)?.[0] ?? ''
  return `${visible.slice(0, LONGEST_NAME - end.length).toWellFormed()}${end}`
}
