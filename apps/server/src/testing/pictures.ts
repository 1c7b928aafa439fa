import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import encode, { init } from '@jsquash/jpeg/encode.js'

type Pixels = Parameters<typeof encode>[0]

/** A JPEG of a size, with a pattern. */
export async function jpegOf(width: number, height: number): Promise<Buffer> {
  const file = fileURLToPath(import.meta.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'))
  await init(await WebAssembly.compile(readFileSync(file)))
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => (at * 7) % 256)
  return Buffer.from(await encode({ data, width, height, colorSpace: 'srgb' } as Pixels))
}

const START_OF_FRAME = Buffer.from([0xff, 0xc2])

/** The same file with another size in its header. */
export function withClaimedSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = Math.max(
    changed.indexOf(START_OF_FRAME),
    changed.indexOf(Buffer.from([0xff, 0xc0])),
  )
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

/** A JPEG with a comment segment after its start. */
export function withComment(jpeg: Buffer, text: string): Buffer {
  const content = Buffer.from(text)
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}
