import { expect, test } from 'vitest'

import { FormRefusal } from '../refusal.ts'
import {
  checkDocument,
  type DocumentType,
  needsFiles,
  provenFacts,
  provesAll,
} from './verification.ts'

const PERSON = { name: 'Ana', surname: 'Silva' }
const PLACE = { address1: 'Rua 1', city: 'Porto', country: 'PT', zip: '4000' }

/** The problems of a document, as "field code". */
function problemsOf(type: DocumentType, fields: Record<string, string>, files: number): string[] {
  try {
    checkDocument(type, { fields, files })
    return []
  } catch (error) {
    if (!(error instanceof FormRefusal)) throw error
    return error.problems.map(({ field, code }) => `${field} ${code}`)
  }
}

test.each([
  ['PASSPORT', PERSON],
  ['ADDRESS', PLACE],
  ['COMPANY', { ...PLACE, name: 'Silva Lda' }],
] as const)('VER-002 a document of type %s needs its fields and a file', (type, fields) => {
  expect(problemsOf(type, fields, 1)).toEqual([])
  expect(problemsOf(type, fields, 0)).toEqual(['files required'])
  const missing = Object.keys(fields).map((field) => `${field} required`)
  expect(problemsOf(type, {}, 1).toSorted()).toEqual(missing.toSorted())
  expect(needsFiles(type)).toBe(true)
})

test('a phone number needs no file, and is checked', () => {
  expect(needsFiles('PHONE')).toBe(false)
  expect(problemsOf('PHONE', { phone: '+351 912 345 678' }, 0)).toEqual([])
  expect(problemsOf('PHONE', { phone: 'none' }, 0)).toEqual(['phone wrong_phone'])
  expect(problemsOf('PHONE', {}, 0)).toEqual(['phone required'])
})

test('a country is a code; fields of other documents are not looked at', () => {
  expect(problemsOf('ADDRESS', { ...PLACE, country: 'Portugal' }, 1)).toEqual([
    'country invalid_format',
  ])
  expect(problemsOf('PASSPORT', { ...PERSON, country: 'Portugal', phone: 'none' }, 1)).toEqual([])
})

const stated = (facts: object, verified = true) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { value, verified }]))

test('REP-015 REP-016 an approved document proves what was verified of it, and nothing empty', () => {
  const approved = { documentType: 'PASSPORT', status: 'APPROVED', fields: stated(PERSON) } as const
  expect(provenFacts(approved)).toEqual(PERSON)
  expect(provesAll(approved)).toBe(true)
  for (const status of ['NONE', 'PENDING', 'REJECTED']) {
    expect(provenFacts({ ...approved, status }), status).toEqual({})
    expect(provesAll({ ...approved, status }), status).toBe(false)
  }
  for (const surname of [
    { value: 'Silva', verified: false },
    { value: '', verified: true },
  ]) {
    const document = { ...approved, fields: { ...stated(PERSON), surname } }
    expect(provenFacts(document)).toEqual({ name: 'Ana' })
    expect(provesAll(document)).toBe(false)
  }
  expect(provesAll({ ...approved, fields: {} })).toBe(false)
})

test.each(Object.keys(PLACE))(
  'REP-016 a proof of address without %s proves no address',
  (missing) => {
    const address = (place: object) =>
      provesAll({ documentType: 'ADDRESS', status: 'APPROVED', fields: stated(place) })
    expect(address(PLACE)).toBe(true)
    expect(address({ ...PLACE, [missing]: '' })).toBe(false)
  },
)
