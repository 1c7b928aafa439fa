import { expect, test } from 'vitest'

import { shownFileName } from './file-name.ts'

test.each([
  ['passport.pdf', 'passport.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\scan.png', 'scan.png'],
  ['..', 'file'],
  ['.htaccess', 'htaccess'],
  ['', 'file'],
  ['a\u0000b\r\nSet-Cookie: x', 'abSet-Cookie x'],
  ['photo\u202Egnp.exe', 'photognp.exe'],
  ['\u2066\u2069 ', 'file'],
  ['Cafe\u0301 <"1">|?.pdf', 'Café 1.pdf'],
  ['جواز سفر.pdf', 'جواز سفر.pdf'],
  [`${'😀'.repeat(121)}`, '😀'.repeat(120)],
])('the name %j is shown as %j', (sent, shown) => {
  expect(shownFileName(sent)).toBe(shown)
})
