import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const TRUE_COLOUR = 2

/** A PNG of one colour, with as many bytes after its end as asked for. */
export function png(width: number, height: number, bytes = 0): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, TRUE_COLOUR, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + width * 3), 0x60)
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0
  const chunks = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  const file = Buffer.concat([SIGNATURE, ...chunks])
  return Buffer.concat([file, Buffer.alloc(Math.max(0, bytes - file.length))])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(content), 4)
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)])
}
