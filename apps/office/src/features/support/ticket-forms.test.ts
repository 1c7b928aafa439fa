// @vitest-environment jsdom
import { TICKET_TYPES } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { fieldsOf, NO_VALUES, ticketBody } from './ticket-forms.ts'
import { sizeText } from './size-text.ts'

const values = { comment: 'Why?', email: 'a@b', bonusType: 'team_bonus' }

test('a ticket has only the fields of its form, and files last', () => {
  const file = new File(['x'], 'a.pdf')
  const entries = [...ticketBody(TICKET_TYPES.access, values, [file])]
  expect(entries.map(([name]) => name)).toEqual(['formId', 'type', 'email', 'comment', 'files'])
  expect([...ticketBody(TICKET_TYPES.payouts, values, [])]).toEqual([
    ['formId', '8'],
    ['type', '8'],
    ['comment', 'Why?'],
  ])
})

test('empty fields are left out', () => {
  const names = [...ticketBody(TICKET_TYPES.bonuses, { ...NO_VALUES, comment: ' ' }, [])]
  expect(names.map(([name]) => name)).toEqual(['formId', 'type'])
  expect(fieldsOf(TICKET_TYPES.bonuses)).toEqual(['bonusType', 'comment'])
})

test.each([
  [0, '0 kB'],
  [999_499, '999 kB'],
  [1_000_000, '1 MB'],
  [14_999_999, '15 MB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(sizeText(bytes, 'en')).toBe(text)
})
