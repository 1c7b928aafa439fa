import { expect, test } from 'vitest'

import { contactLink, contactText, filledContacts } from './contacts.ts'

test('TEA-035 only filled fields are contacts', () => {
  expect(filledContacts({ phone: '+49 1', email: '', telegram: '  ' })).toEqual([
    { kind: 'phone', value: '+49 1' },
  ])
})

test.each([
  ['email', 'bea@example.com', 'mailto:bea@example.com'],
  ['phone', '+49 (30) 123-45', 'tel:+493012345'],
  ['mobile', '0170 12345', 'tel:017012345'],
  ['whatsapp', '+49 170 12345', 'https://wa.me/4917012345'],
  ['telegram', '@bea_leg', 'https://t.me/bea_leg'],
  ['skype', 'bea.leg', 'skype:bea.leg?chat'],
  ['facebook', 'https://facebook.com/bea', 'https://facebook.com/bea'],
  ['site', 'HTTP://example.com', 'http://example.com/'],
] as const)('%s %j leads to %s', (kind, value, link) => {
  expect(contactLink({ kind, value })).toBe(link)
})

test.each([
  ['site', 'javascript:alert(1)'],
  ['site', 'example.com'],
  ['facebook', 'data:text/html,x'],
  ['email', 'javascript:x@y'],
  ['email', 'a@b?subject=x y'],
  ['phone', 'call me'],
  ['telegram', 'a/b?c'],
  ['skype', 'x?call&y'],
  ['wechat', 'bea'],
  ['instagram', 'https://'],
] as const)('a value that is no known address stays text: %s %j', (kind, value) => {
  expect(contactLink({ kind, value })).toBeNull()
})

test('a Telegram handle is shown with its @', () => {
  expect(contactText({ kind: 'telegram', value: 'bea' })).toBe('@bea')
  expect(contactText({ kind: 'telegram', value: '@bea' })).toBe('@bea')
  expect(contactText({ kind: 'phone', value: '+49' })).toBe('+49')
})
