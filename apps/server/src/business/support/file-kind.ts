import type { TicketFileKind } from '@partner-office/domain'

/** First bytes of each kind of file. */
const STARTS: readonly (readonly [TicketFileKind, Buffer])[] = [
  ['pdf', Buffer.from('%PDF-')],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['tiff', Buffer.from([0x49, 0x49, 0x2a, 0x00])],
  ['tiff', Buffer.from([0x4d, 0x4d, 0x00, 0x2a])],
]

/** Number of first bytes that `kindOfContent` reads. */
export const HEAD_BYTES = 18

const BITMAP = Buffer.from('BM')
/** Sizes of the headers that follow the file header of a bitmap. */
const BITMAP_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124])

/** Kind of a file by its first bytes, whatever its name and stated type; null for others. Source: requirements SUP-012. */
export function kindOfContent(head: Buffer): TicketFileKind | null {
  const known = STARTS.find(([, start]) => head.subarray(0, start.length).equals(start))
  if (known !== undefined) return known[0]
  // Two letters alone begin many texts.
  const isBitmap =
    head.length >= HEAD_BYTES &&
    head.subarray(0, BITMAP.length).equals(BITMAP) &&
    BITMAP_HEADERS.has(head.readUInt32LE(14))
  return isBitmap ? 'bmp' : null
}
