import { deflateSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { pdfStream, pngChunk, sampleJpeg, samplePdf, samplePng } from '../testing/sample-files.ts'
import { documentContent } from './document-content.ts'

const packed = (content: string) =>
  pdfStream('/Type/ObjStm/Filter/FlateDecode', deflateSync(Buffer.from(content)))

test.each([
  ['a PNG', samplePng(), 'image/png'],
  ['the largest PNG', samplePng(20_000, 20_000), 'image/png'],
  [
    'a PNG with text in it',
    samplePng(1, 1, pngChunk('tEXt', Buffer.from('<script>'))),
    'image/png',
  ],
  ['a JPEG', sampleJpeg(), 'image/jpeg'],
  ['the largest JPEG', sampleJpeg(20_000, 20_000), 'image/jpeg'],
  ['a PDF', samplePdf(), 'application/pdf'],
  [
    'a PDF with a picture whose bytes look like a script',
    samplePdf(pdfStream('', '/JS(x)')),
    'application/pdf',
  ],
  [
    'a PDF with harmless packed objects',
    samplePdf(packed('1 0 <</Type/Page>>')),
    'application/pdf',
  ],
  [
    'a PDF whose names only begin like active ones',
    samplePdf('<</JSON/LaunchPad/XFAB 1>>'),
    'application/pdf',
  ],
])('%s is taken', (_name, bytes, mediaType) => {
  expect(documentContent(bytes)).toEqual({ mediaType, bytes })
})

test.each([
  ['a page behind a PNG', samplePng(), '<!doctype html><script>alert(1)</script>'],
  ['an archive behind a JPEG', sampleJpeg(), 'PK\x03\x04'],
])('%s is cut off', (_name, image, tail) => {
  const content = documentContent(Buffer.concat([image, Buffer.from(tail, 'latin1')]))
  expect(content?.bytes).toEqual(image)
})

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
  ['a PNG of 100,000 by 100,000 pixels', samplePng(100_000, 100_000)],
  ['a PNG without width', samplePng(0, 1)],
  ['a JPEG cut short', jpeg.subarray(0, -2)],
  ['a JPEG without a scan', Buffer.concat([jpeg.subarray(0, 22), Buffer.from([0xff, 0xd9])])],
  ['a JPEG that is too wide', sampleJpeg(20_001, 1)],
  ['a JPEG without height', sampleJpeg(1, 0)],
  ['a PDF cut short', pdf.subarray(0, -20)],
  ['a PDF with a script', samplePdf('<</S/JavaScript/JS(app.alert\\(1\\))>>')],
  ['a PDF with a script in an escaped name', samplePdf('<</S/J#61vaScript>>')],
  ['a PDF with a script in a packed object', samplePdf(packed('<</JS(x)>>'))],
  ['a PDF with packed objects that do not unpack', samplePdf(pdfStream('/Type/ObjStm', 'broken'))],
  ['a PDF with a packed bomb', samplePdf(packed(' '.repeat(40 * 1024 * 1024)))],
  ['a PDF that starts a program', samplePdf('<</S/Launch/F(x.exe)>>')],
  ['a PDF with an attached file', samplePdf('<</Type/EmbeddedFile>>')],
  ['a PDF with a form of scripts', samplePdf('<</XFA 9 0 R>>')],
  ['an encrypted PDF', samplePdf('<</Encrypt 9 0 R>>')],
])('%s is refused', (_name, bytes) => {
  expect(documentContent(bytes)).toBeNull()
})

test('every shorter part of a file is refused', () => {
  for (const file of [png, jpeg]) {
    for (let length = 0; length < file.length; length += 1) {
      expect(documentContent(file.subarray(0, length))).toBeNull()
    }
  }
})
