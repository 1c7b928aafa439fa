import { expect, test } from 'vitest'

import { maskedContact, maskedEmail } from './masked.ts'

test.each([
  ['jonas@example.com', 'j•••@e•••.com'],
  ['j@x.de', 'j•••@x•••.de'],
  ['jo@mail.example.co.uk', 'j•••@m•••.uk'],
  ['"a@b"@example.com', '"•••@e•••.com'],
  ['müller@bücher.example', 'm•••@b•••.example'],
  ['😀x@example.com', '😀•••@e•••.com'],
  ['root@localhost', 'r•••@l•••'],
  ['', ''],
  ['no address', ''],
])('D-175 %s is shown as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked)
})

test.each([
  ['phone', '+49 151 70707012', '+49 ••• 12'],
  ['mobile', '0151/7070-7012', '01 ••• 12'],
  ['phone', '1234567', '12 ••• 67'],
  ['phone', '123456', '•••'],
  ['phone', 'call Ada', '•••'],
  ['address1', 'Main Street 1234567', '•••'],
  ['telegram', 'ada', '•••'],
  ['email', 'ada@example.com', 'a•••@e•••.com'],
])('PTR-010 the contact %s %s is shown as %s', (name, text, masked) => {
  expect(maskedContact(name, text)).toBe(masked)
})
