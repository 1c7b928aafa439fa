import { expect, test } from 'vitest'

import { sampleTiff, type TiffFields } from '../testing/sample-files.ts'
import { cleanTiff } from './clean-tiff.ts'

const ORDERS = ['II', 'MM'] as const
/** Who took the picture where and when, with what: none of it shows the picture. */
const PRIVATE: TiffFields = {
  270: 'A description',
  271: 'A maker',
  305: 'A program',
  306: '2026:11:01 12:00:00',
  315: 'Ada Own',
  330: [8],
  700: '<x:xmpmeta>52.5200 N</x:xmpmeta>',
  33432: 'Copyright',
  34665: [8],
  34853: [8],
}

test.each(ORDERS)('%s: pages keep their pixels and what shows them, and nothing else', (order) => {
  const shown: TiffFields = { 258: [8, 8, 8], 262: [2], 274: [6], 277: [3], 278: [1] }
  const other: TiffFields = { 259: [5] }
  const clean = cleanTiff(sampleTiff(order, { ...shown, ...PRIVATE }, { ...other, ...PRIVATE }))!
  for (const text of ['52.5200', 'Ada', 'maker', 'program', '2026', 'Copyright', 'description']) {
    expect(clean.includes(text), text).toBe(false)
  }
  expect(clean).toEqual(cleanTiff(sampleTiff(order, shown, other)))
  expect(cleanTiff(clean)).toEqual(clean)
  expect(clean.indexOf(Buffer.from([1, 2, 3]))).toBe(8)
})

test.each(ORDERS)('%s: bytes that belong to no page are left out', (order) => {
  const file = sampleTiff(order, {})
  const tail = Buffer.from('<script>alert(1)</script>')
  expect(cleanTiff(Buffer.concat([file, tail]))).toEqual(cleanTiff(file))
})

test.each(ORDERS)('%s: the pixels of several strips are copied in their order', (order) => {
  const strips = sampleTiff(order, { 257: [3], 278: [1], 273: [10, 9, 8], 279: [1, 1, 2] })
  const clean = cleanTiff(strips)!
  expect([clean[8], clean[10], clean[12], clean[13]]).toEqual([
    strips[10],
    strips[9],
    strips[8],
    strips[9],
  ])
})

test.each(ORDERS)('%s: every shorter part is refused', (order) => {
  // What follows the pixels only fills the file up to an even length.
  const file = sampleTiff(order, { 258: [8, 8, 8] })
  for (let length = 0; length < file.length; length += 1) {
    expect(cleanTiff(file.subarray(0, length)), String(length)).toBeNull()
  }
})

test.each<[string, TiffFields]>([
  ['too wide', { 256: [20_001] }],
  ['too high', { 257: [20_001] }],
  ['of too many pixels', { 256: [12_000], 257: [10_001] }],
  ['without a width', { 256: [0] }],
  ['with a JPEG in it', { 259: [7] }],
  ['with an older JPEG in it', { 259: [6] }],
  ['without lengths of its strips', { 279: [] }],
  ['with more places than lengths', { 273: [8, 8] }],
  ['with pixels beyond its end', { 279: [1_000] }],
  ['with places beyond its end', { 273: [60_000] }],
  [
    'whose strips overlap again and again',
    { 257: [3_000], 273: Array(3_000).fill(8), 279: Array(3_000).fill(9_000) },
  ],
  [
    'with more strips than an image has rows',
    { 273: Array(20_001).fill(8), 279: Array(20_001).fill(1) },
  ],
])('a TIFF %s is refused', (_name, fields) => {
  for (const order of ORDERS) expect(cleanTiff(sampleTiff(order, fields))).toBeNull()
})

test('a TIFF of 100 pages is taken, one of more or of pages in a circle is refused', () => {
  const pages = Array.from({ length: 101 }, (): TiffFields => ({}))
  expect(cleanTiff(sampleTiff('II', ...pages.slice(1)))).not.toBeNull()
  expect(cleanTiff(sampleTiff('II', ...pages))).toBeNull()
  const circle = sampleTiff('II', {})
  circle.writeUInt32LE(8, 8 + 2 + 5 * 12)
  expect(cleanTiff(circle)).toBeNull()
})

test('a TIFF without pages, and one whose fields are not sorted, are refused', () => {
  expect(cleanTiff(Buffer.from('II*\0\0\0\0\0'))).toBeNull()
  const file = sampleTiff('II', {})
  file.writeUInt16LE(256, 10 + 12)
  expect(cleanTiff(file)).toBeNull()
})
