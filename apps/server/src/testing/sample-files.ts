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

/** The objects of a PDF of one empty page, by their numbers. */
const PDF_PAGE = [
  '<</Type/Catalog/Pages 2 0 R/OpenAction[3 0 R/Fit]>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
]

/** A PDF of one empty page, with more objects, streams or blanks before its cross references if given. */
export const samplePdf = (more: string | Buffer = ''): Buffer => pdfOf({ more })

/** A PDF of these objects, numbered from 1 on, and what else is given. */
export function pdfOf({
  objects = PDF_PAGE,
  more = '',
  trailer = '',
}: {
  readonly objects?: readonly string[]
  readonly more?: string | Buffer
  readonly trailer?: string
}): Buffer {
  let file = '%PDF-1.7\n'
  const rows = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const before = Buffer.concat([Buffer.from(file, 'latin1'), Buffer.from(more)])
  const count = objects.length + 1
  const start = String(before.length + 1).padStart(10, '0')
  const end =
    `\nxref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}` +
    `trailer<</Size ${count}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([before, Buffer.from(end, 'latin1')])
}

/** A PDF stream object. */
export const pdfStream = (dictionary: string, content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`9 0 obj<<${dictionary}/Length ${Buffer.from(content).length}>>stream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream endobj\n'),
  ])

/** Fields of a TIFF page by their numbers: 16-bit values, or a text. */
export type TiffFields = Readonly<Record<number, readonly number[] | string>>

const TIFF_LONGS = [273, 279]

/** A TIFF whose pages have a pixel of three bytes each, with more fields if given. */
export function sampleTiff(order: 'II' | 'MM', ...pages: readonly TiffFields[]): Buffer {
  const number = (bytes: number) => (value: number) => {
    const big = [value >> 24, value >> 16, value >> 8, value].map((each) => each & 0xff)
    const wanted = big.slice(4 - bytes)
    return order === 'MM' ? wanted : wanted.toReversed()
  }
  const [short, long] = [number(2), number(4)]
  let file = [...Buffer.from(order), ...short(42), ...long(8)]
  for (const more of pages) {
    const fields: TiffFields = { 256: [1], 257: [1], 259: [1], 273: [0], 279: [3], ...more }
    const entries = Object.entries(fields)
    const pixels = file.length + 2 + 12 * entries.length + 4
    let tail: number[] = [1, 2, 3, 0]
    file.push(...short(entries.length))
    for (const [tag, value] of entries) {
      const isLong = TIFF_LONGS.includes(Number(tag))
      const values = tag === '273' && value[0] === 0 ? [pixels] : value
      const isText = typeof values === 'string'
      const data = isText
        ? [...Buffer.from(values)]
        : [...values].flatMap((each) => (isLong ? long(each) : short(each)))
      file.push(
        ...short(Number(tag)),
        ...short(isText ? 2 : isLong ? 4 : 3),
        ...long(values.length),
      )
      if (data.length <= 4) file.push(...data, ...Array<number>(4 - data.length).fill(0))
      else {
        file.push(...long(pixels + tail.length))
        tail = [...tail, ...data, ...(data.length % 2 === 1 ? [0] : [])]
      }
    }
    const isLast = more === pages.at(-1)
    file = [...file, ...long(isLast ? 0 : pixels + tail.length), ...tail]
  }
  return Buffer.from(file)
}

/** A bitmap of these sides with its pixels, and bytes between and after them if given. */
export function sampleBmp({
  header = 40,
  width = 1,
  height = 1,
  depth = 24,
  gap = 0,
  tail = '',
} = {}): Buffer {
  const head = Buffer.alloc(14 + header)
  head.write('BM')
  head.writeUInt32LE(header, 14)
  if (header === 12)
    [width, height, 1, depth].forEach((value, at) => head.writeUInt16LE(value, 18 + 2 * at))
  else {
    head.writeInt32LE(width, 18)
    head.writeInt32LE(height, 22)
    head.writeUInt16LE(1, 26)
    head.writeUInt16LE(depth, 28)
  }
  const colours = Buffer.alloc(depth <= 8 ? 2 ** depth * (header === 12 ? 3 : 4) : 0, 7)
  const pixels = Buffer.alloc(
    Math.min(Math.ceil((width * depth) / 32) * 4 * Math.abs(height), 4_096),
    9,
  )
  head.writeUInt32LE(head.length + colours.length + gap, 10)
  const file = Buffer.concat([head, colours, Buffer.alloc(gap, 'g'), pixels])
  file.writeUInt32LE(file.length, 2)
  return Buffer.concat([file, Buffer.from(tail)])
}
