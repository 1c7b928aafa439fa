import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** A PNG with a header that states these sides, whatever its data holds. */
export function samplePng(width = 1, height = 1, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.alloc(4))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A JPEG with these sides; its scan holds a stuffed byte and a restart marker. */
export const sampleJpeg = (width = 1, height = 1): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xff, 0xc0, 0, 11, 8]),
    Buffer.from([height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]),
    Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0xff, 0xd0, 0x34, 0xff, 0xd9]),
  ])

/** A PDF of one empty page, with more objects and streams if given. */
export const samplePdf = (more: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction[3 0 R/Fit]>>endobj\n' +
        '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n',
    ),
    Buffer.from(more),
    Buffer.from('\nxref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n'),
  ])

/** A PDF stream object. */
export const pdfStream = (dictionary: string, content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`9 0 obj<<${dictionary}>>stream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream endobj\n'),
  ])
