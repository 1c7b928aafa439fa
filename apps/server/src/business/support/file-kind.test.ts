import { describe, expect, test } from 'vitest'

import { kindOfContent } from './file-kind.ts'

const bitmap = (header: number) => {
  const bytes = Buffer.alloc(18)
  bytes.write('BM')
  bytes.writeUInt32LE(header, 14)
  return bytes
}

describe('the kind of a file', () => {
  test.each([
    ['%PDF-1.7', 'pdf'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['II*\0', 'tiff'],
    ['MM\0*', 'tiff'],
    ['<svg>', null],
    ['PK\x03\x04', null],
    ['BM is a text of eighteen letters', null],
    ['GIF89a', null],
    ['', null],
    [' %PDF-', null],
    ['\xff\xd8', null],
  ])('%j is %s', (text, kind) => {
    expect(kindOfContent(Buffer.from(text, 'latin1'))).toBe(kind)
  })

  test('a bitmap has a header of a known size', () => {
    expect(kindOfContent(bitmap(40))).toBe('bmp')
    expect(kindOfContent(bitmap(41))).toBeNull()
    expect(kindOfContent(bitmap(40).subarray(0, 17))).toBeNull()
  })
})
