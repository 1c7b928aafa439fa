import { expect, test } from 'vitest'

import { maskedEmail } from './masked.ts'

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
