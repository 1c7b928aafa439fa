import { expect, test } from 'vitest'

import { fillTemplate, openPlaceholders, unknownPlaceholders } from './templates.ts'

test('INB-005 placeholders with a value are filled, those without one stay open', () => {
  const text = 'Hello {firstName}, ticket {ticket} is about {amount}. {firstName}!'
  const filled = fillTemplate(text, { firstName: 'Ada', ticket: '7' })
  expect(filled).toBe('Hello Ada, ticket 7 is about {amount}. Ada!')
  expect(openPlaceholders(text)).toEqual(['firstName', 'ticket', 'amount'])
  expect(openPlaceholders(filled)).toEqual(['amount'])
  expect(openPlaceholders(fillTemplate(filled, { amount: '5 EUR' }))).toEqual([])
})

test('INB-005 a value that looks like a placeholder is text and is not filled again', () => {
  expect(fillTemplate('{firstName}', { firstName: '{ticket}', ticket: '7' })).toBe('{ticket}')
  expect(fillTemplate('{firstName}', { firstName: '$&<b>' })).toBe('$&<b>')
})

test('INB-005 other words between braces are named', () => {
  expect(unknownPlaceholders('{firstname} {ticket} { amount } {x}')).toEqual(['firstname', 'x'])
  expect(openPlaceholders('{} {firstname}')).toEqual([])
})
