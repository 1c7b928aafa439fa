import { expect, test } from 'vitest'

import { sampleBmp } from '../testing/sample-files.ts'
import { cleanBmp } from './clean-bmp.ts'

test.each([
  ['the oldest header', { header: 12 }],
  ['a plain header', { header: 40 }],
  ['colours', { depth: 8, width: 3 }],
  ['the oldest header and colours', { header: 12, depth: 4 }],
  ['a header of version 4', { header: 108 }],
  ['the top row first', { height: -2 }],
])('a bitmap with %s stays as it is', (_name, wish) => {
  expect(cleanBmp(sampleBmp(wish))).toEqual(sampleBmp(wish))
})

test('bytes between and after the pixels of a bitmap are left out', () => {
  for (const depth of [8, 24]) {
    const file = sampleBmp({ depth, gap: 9, tail: '<script>' })
    expect(cleanBmp(file)).toEqual(sampleBmp({ depth }))
  }
})

test('a colour profile is left out, and the file names the colours of screens instead', () => {
  const file = sampleBmp({ header: 124, tail: 'profile' })
  file.write('DEBM', 14 + 56)
  file.writeUInt32LE(130, 14 + 112)
  file.writeUInt32LE(7, 14 + 116)
  const plain = sampleBmp({ header: 124 })
  plain.write('BGRs', 14 + 56)
  expect(cleanBmp(file)).toEqual(plain)
})

test('the colour masks behind a plain header stay; pixels of stated length are copied', () => {
  const masks = sampleBmp({ depth: 16, gap: 12 })
  masks.writeUInt32LE(3, 30)
  expect(cleanBmp(masks)).toEqual(masks)
  const packed = sampleBmp({ depth: 8, width: 2 })
  packed.writeUInt32LE(1, 30)
  expect(cleanBmp(packed)).toBeNull()
  packed.writeUInt32LE(4, 34)
  expect(cleanBmp(packed)).toEqual(packed)
  packed.writeUInt32LE(5, 34)
  expect(cleanBmp(packed)).toBeNull()
})

test.each([
  ['a text of two right letters', Buffer.from('BM is a text of eighteen letters and more')],
  ['a header of another length', sampleBmp({ header: 41 })],
  ['too wide a bitmap', sampleBmp({ width: 20_001 })],
  ['a bitmap of too many pixels', sampleBmp({ width: 12_000, height: 10_001, depth: 1 })],
  ['a bitmap without height', sampleBmp({ height: 0 })],
  ['a bitmap of pixels that are too large', sampleBmp({ depth: 33 })],
])('%s is refused', (_name, bytes) => {
  expect(cleanBmp(bytes)).toBeNull()
})

test('every shorter part of a bitmap is refused', () => {
  for (const header of [12, 40, 124]) {
    const file = sampleBmp({ header, depth: 8 })
    for (let length = 0; length < file.length; length += 1) {
      expect(cleanBmp(file.subarray(0, length))).toBeNull()
    }
  }
})

test('pixels that begin inside the header, more colours than a byte tells apart, and a JPEG inside are refused', () => {
  const change = (value: number, at: number) => {
    const file = sampleBmp()
    file.writeUInt32LE(value, at)
    return cleanBmp(file)
  }
  expect(change(53, 10)).toBeNull()
  expect(change(257, 46)).toBeNull()
  expect(change(4, 30)).toBeNull()
})
