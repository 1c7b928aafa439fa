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

const frameOf = (jpeg: Buffer): number =>
  Math.max(jpeg.indexOf(START_OF_FRAME), jpeg.indexOf(Buffer.from([0xff, 0xc0])))

/** The same file with another size in its header. */
export function withClaimedSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = frameOf(jpeg)
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

/** The same file with a second frame of another size behind its own. */
export function withSecondFrame(jpeg: Buffer, width: number, height: number): Buffer {
  const frame = frameOf(jpeg)
  const end = frame + 2 + jpeg.readUInt16BE(frame + 2)
  const second = withClaimedSize(jpeg, width, height).subarray(frame, end)
  return Buffer.concat([jpeg.subarray(0, end), second, jpeg.subarray(end)])
}

/** Markers of the segments that programs write texts into. */
const COMMENT = 0xfe
export const EXIF = 0xe1

/** A JPEG with a segment of text after its start, a comment by default. */
export function withText(jpeg: Buffer, text: string, marker = COMMENT): Buffer {
  const content = Buffer.from(text)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}
