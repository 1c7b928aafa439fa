import { expect, test } from 'vitest'

import { pngChunk, sampleJpeg, samplePdf, samplePng } from '../testing/sample-files.ts'
import { fileContent } from './file-content.ts'

const bytesOf = async (sent: Buffer) => (await fileContent(sent))?.bytes

test.each([
  ['a PNG', samplePng(), 'png'],
  ['the widest PNG', samplePng(20_000, 6_000), 'png'],
  ['the largest PNG', samplePng(12_000, 10_000), 'png'],
  ['a PNG with a resolution', samplePng(1, 1, pngChunk('pHYs', Buffer.alloc(9))), 'png'],
  ['a JPEG', sampleJpeg(), 'jpeg'],
  ['the highest JPEG', sampleJpeg(6_000, 20_000), 'jpeg'],
  ['a PDF', samplePdf(), 'pdf'],
])('%s is taken', async (_name, bytes, kind) => {
  expect(await fileContent(bytes)).toEqual({ kind, bytes })
})

test.each([
  ['a page behind a PNG', samplePng(), '<!doctype html><script>alert(1)</script>'],
  ['an archive behind a JPEG', sampleJpeg(), 'PK\x03\x04'],
])('%s is cut off', async (_name, image, tail) => {
  const sent = Buffer.concat([image, Buffer.from(tail, 'latin1')])
  expect(await bytesOf(sent)).toEqual(image)
})

test.each(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'iCCP', 'tIME', 'acTL'])(
  'the chunk %s of a PNG is left out',
  async (type) => {
    const chunk = pngChunk(type, Buffer.from('<script>52.5200 N 13.4050 E'))
    expect(await bytesOf(samplePng(1, 1, chunk))).toEqual(samplePng())
  },
)

/** A JPEG with segments behind its first one. */
const jpegWith = (...segments: Buffer[]) => {
  const [start, rest] = [sampleJpeg().subarray(0, 8), sampleJpeg().subarray(8)]
  return Buffer.concat([start, ...segments, rest])
}
const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
/** Exif data: a place, then which side is up. */
const exif = (order: 'II' | 'MM', orientation: number) => {
  const short = (value: number) => (order === 'II' ? [value, 0] : [0, value])
  const long = (value: number) => (order === 'II' ? [value, 0, 0, 0] : [0, 0, 0, value])
  const tag = (last: number, first: number) => (order === 'II' ? [last, first] : [first, last])
  const place = [...tag(0x25, 0x88), ...short(4), ...long(1), ...long(38)]
  const side = [...tag(0x12, 1), ...short(3), ...long(1), ...short(orientation), 0, 0]
  const directory = [...long(8), ...short(2), ...place, ...side, ...long(0)]
  const head = `Exif\0\0${order}${order === 'II' ? '*\0' : '\0*'}`
  return segment(
    0xe1,
    Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(directory), Buffer.from('52.5200 N')]),
  )
}

test.each([
  ['Exif data', exif('MM', 1)],
  ['Exif data that turn it to no side', exif('II', 9)],
  [
    'Exif data cut short',
    segment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x02\x01\x12', 'latin1')),
  ],
  ['other data of programs', segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>'))],
  ['a colour profile', segment(0xe2, Buffer.from('ICC_PROFILE\0'))],
  ['the last kind of data', segment(0xef, Buffer.from('x'))],
  ['a comment', segment(0xfe, Buffer.from('<script>alert(1)</script>'))],
])('%s of a JPEG is left out', async (_name, data) => {
  expect(await bytesOf(jpegWith(data))).toEqual(sampleJpeg())
})

test('a million parts of metadata take no time and no more memory than the file', async () => {
  // One directory that claims 65,535 entries, and many empty ones.
  const claim = segment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xff\xff', 'latin1'))
  const many = Buffer.concat(Array.from({ length: 500_000 }, () => claim))
  const begun = performance.now()
  expect(await bytesOf(jpegWith(many))).toEqual(sampleJpeg())
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('the coding of colours stays in a JPEG', async () => {
  const coding = jpegWith(segment(0xee, Buffer.from('Adobe')))
  expect(await bytesOf(coding)).toEqual(coding)
})

test.each(['II', 'MM'] as const)(
  'which side is up stays in a JPEG, and no place: %s',
  async (order) => {
    for (const orientation of [2, 6, 8]) {
      const bytes = (await bytesOf(jpegWith(exif(order, orientation))))!
      expect(bytes).toHaveLength(sampleJpeg().length + 36)
      expect(bytes.includes('52.5200')).toBe(false)
      expect(await bytesOf(bytes)).toEqual(bytes)
      expect(bytes.subarray(8 + 28, 8 + 30)).toEqual(Buffer.from([0, orientation]))
    }
  },
)

const png = samplePng()
const jpeg = sampleJpeg()
const pdf = samplePdf()
const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at]! ^= 1
  return copy
}

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ['an SVG picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a GIF', Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)', 'latin1')],
  ['a PDF behind a page', Buffer.concat([Buffer.from('<html>'), pdf])],
  ['a PNG with a flipped bit', flipped(png, 45)],
  ['a PNG without data', Buffer.concat([png.subarray(0, 33), png.subarray(-12)])],
  ['a PNG without a header', Buffer.concat([png.subarray(0, 8), png.subarray(33)])],
  ['a PNG that is too wide', samplePng(20_001, 1)],
  ['a PNG that is too high', samplePng(1, 20_001)],
  ['a PNG of too many pixels', samplePng(12_000, 10_001)],
  ['a PNG of 20,000 by 20,000 pixels', samplePng(20_000, 20_000)],
  ['a PNG of 100,000 by 100,000 pixels', samplePng(100_000, 100_000)],
  ['a PNG without width', samplePng(0, 1)],
  ['a JPEG cut short', jpeg.subarray(0, -2)],
  ['a JPEG without a scan', Buffer.concat([jpeg.subarray(0, 22), Buffer.from([0xff, 0xd9])])],
  ['a JPEG that is too wide', sampleJpeg(20_001, 1)],
  ['a JPEG of too many pixels', sampleJpeg(10_001, 12_000)],
  ['a JPEG without height', sampleJpeg(1, 0)],
  ['a PDF cut short', pdf.subarray(0, -20)],
])('%s is refused', async (_name, bytes) => {
  expect(await fileContent(bytes)).toBeNull()
})

test('every shorter part of a file is refused', async () => {
  for (const file of [png, jpeg]) {
    for (let length = 0; length < file.length; length += 1) {
      expect(await fileContent(file.subarray(0, length))).toBeNull()
    }
  }
})
