import { isCountryCode } from '../countries.ts'
import { FormRefusal, type RefusalCode } from '../refusal.ts'
import { phoneProblem, problemOf, requireFields } from './form-checks.ts'

/** The facts that a document proves, by its type; a partner enters all of them. Source: VER-002; REP-015, REP-016. */
export const FIELDS_OF_DOCUMENT = {
  PASSPORT: ['name', 'surname'],
  ADDRESS: ['address1', 'city', 'country', 'zip'],
  PHONE: ['phone'],
  COMPANY: ['name', 'address1', 'city', 'country', 'zip'],
} as const

/** A kind of document that the identity provider verifies. */
export type DocumentType = keyof typeof FIELDS_OF_DOCUMENT

/** A fact that a document proves. */
export type DocumentField = (typeof FIELDS_OF_DOCUMENT)[DocumentType][number]

/** A document that was sent in or checked elsewhere. */
type StatedDocument = {
  readonly documentType: DocumentType
  readonly status: string
  readonly fields: Partial<
    Record<DocumentField, { readonly value: string; readonly verified: boolean } | undefined>
  >
}

/** The facts that a document proves: only an approved one proves any, and an empty value is none. Source: decisions D-095. */
export function provenFacts({
  status,
  fields,
}: StatedDocument): Partial<Record<DocumentField, string>> {
  if (status !== 'APPROVED') return {}
  const proven = Object.entries(fields).flatMap(([name, field]) =>
    field?.verified === true && field.value !== '' ? [[name, field.value] as const] : [],
  )
  return Object.fromEntries(proven)
}

/** Whether a document proves every fact of its type. Source: REP-015, REP-016. */
export function provesAll(document: StatedDocument): boolean {
  const facts = provenFacts(document)
  return FIELDS_OF_DOCUMENT[document.documentType].every((name) => facts[name] !== undefined)
}

export const MOST_DOCUMENT_FILES = 5

/** A file of this size is too large. Units: bytes. Source: decisions D-125. */
export const TOO_LARGE_BYTES = 15_000_000

/** Media types of documents. */
export const DOCUMENT_MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const

/** Whether a document of this type needs a file; operators verify a phone number by calling it. */
export const needsFiles = (documentType: DocumentType): boolean => documentType !== 'PHONE'

/**
 * Checks what a partner sends in to be verified.
 *
 * Refuses: `required` for missing fields and files; `wrong_phone`; `invalid_format` for a country.
 */
export function checkDocument(
  documentType: DocumentType,
  {
    fields,
    files,
  }: {
    readonly fields: Partial<Record<DocumentField, string | undefined>>
    readonly files: number
  },
): void {
  const named = Object.fromEntries(
    FIELDS_OF_DOCUMENT[documentType].map((field) => [field, fields[field] ?? '']),
  )
  const given = needsFiles(documentType) ? { ...named, files: files === 0 ? '' : 'given' } : named
  requireFields(given, Object.keys(given))
  FormRefusal.refuseAny([
    ...problemOf('phone', named['phone'] === undefined ? null : phoneProblem(named['phone'])),
    ...problemOf('country', countryProblem(named['country'])),
  ])
}

const countryProblem = (country: string | undefined): RefusalCode | null =>
  country === undefined || isCountryCode(country) ? null : 'invalid_format'
