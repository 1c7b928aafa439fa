/** Width and height of a picture. Units: pixels. */
export type PictureSize = { readonly width: number; readonly height: number }

const START_OF_IMAGE = 0xffd8
const NO_FRAME: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])

/**
 * Reads the size of a JPEG from its header, without decoding it. Returns null for any other file.
 *
 * A JPEG is a list of segments: a marker of two bytes, then a length that counts itself, then the content. The first
 * frame segment (markers FFC0 to FFCF besides FFC4, FFC8, FFCC) holds one byte, the height, and the width.
 *
 * Source: ITU-T T.81, sections B.1.1 and B.2.2.
 */
export function jpegSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START_OF_IMAGE) return null
  let at = 2
  while (at + 9 <= bytes.length) {
    const marker = bytes[at + 1]!
    if (bytes[at] !== 0xff || marker < 0xc0 || marker === 0xff) return null
    if (marker <= 0xcf && !NO_FRAME.has(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

const PNG_HEAD = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1')

/** Reads the size of a PNG from its header. Returns null for any other file. Source: PNG section 11.2.1. */
export function pngSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < PNG_HEAD.length + 8 || !bytes.subarray(0, PNG_HEAD.length).equals(PNG_HEAD)) {
    return null
  }
  return {
    width: bytes.readUInt32BE(PNG_HEAD.length),
    height: bytes.readUInt32BE(PNG_HEAD.length + 4),
  }
}
