import { type Contract, pageOf } from '@partner-office/contracts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { pageWriter } from './page-writer.ts'

const contract = {
  method: 'GET',
  path: '/v1/rows',
  auth: 'bearer',
  reply: pageOf(z.strictObject({ id: z.int(), name: z.string() })),
  refusals: [],
} as const satisfies Contract

const pageWith = (...content: object[]) => ({ content, number: 2, totalPages: 7 })
const textOf = (data: object) => JSON.stringify({ state: 'success', data, errors: [] })

describe('a written page', () => {
  const write = pageWriter(contract)!

  test.for([
    ['no row', []],
    ['one row', [{ id: 1, name: 'Łukasz "Lu" \u2028 李' }]],
    ['some rows', [1, 2, 3].map((id) => Object.freeze({ id, name: `É${id}` }))],
  ] as const)('equals its JSON, also on the second write: %s', ([, rows]) => {
    const page = pageWith(...rows)
    expect(write(page).toString()).toBe(textOf(page))
    expect(write(page).toString()).toBe(textOf(page))
  })

  test('has the changes of a row that is not frozen', () => {
    const row = { id: 1, name: 'before' }
    write(pageWith(row))
    row.name = 'after'
    expect(write(pageWith(row)).toString()).toBe(textOf(pageWith(row)))
  })

  test.for([
    ['a row', pageWith({ id: 'one', name: '' })],
    ['a frozen row', pageWith(Object.freeze({ id: 1, name: 'a', secret: 'b' }))],
    ['the page', { ...pageWith(), number: -1 }],
    ['a field more', { ...pageWith(), secret: 'b' }],
  ] as const)('is refused if it does not match its contract: %s', ([, page]) => {
    expect(() => write(page)).toThrow()
    expect(() => write(page)).toThrow()
  })

  test('exists only for replies that are pages', () => {
    expect(pageWriter({ ...contract, reply: z.object({ number: z.int() }) })).toBeNull()
    expect(pageWriter({ ...contract, reply: z.string() })).toBeNull()
  })
})
