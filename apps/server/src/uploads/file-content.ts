import type { TicketFileKind } from '@partner-office/domain'

import { cleanBmp } from './clean-bmp.ts'
import { cleanJpeg, cleanPng } from './clean-image.ts'
import { cleanTiff } from './clean-tiff.ts'
import { isPassivePdf } from './pdf/is-passive-pdf.ts'

/** A checked file: its kind by content, and its bytes. The bytes of an image hold only what shows the image. */
export type FileContent = { readonly kind: TicketFileKind; readonly bytes: Buffer }

const IMAGES: readonly (readonly [TicketFileKind, (bytes: Buffer) => Buffer | null])[] = [
  ['png', cleanPng],
  ['jpeg', cleanJpeg],
  ['tiff', cleanTiff],
  ['bmp', cleanBmp],
]

/**
 * Checks the content of a PDF or an image; null for any other file, for one that is incomplete, for a PDF that is active,
 * encrypted or not readable in one way only, and for an image of too many pixels.
 *
 * The name and the announced type of a file decide nothing.
 *
 * Source: requirements SUP-012; decisions D-114.
 */
export async function fileContent(bytes: Buffer): Promise<FileContent | null> {
  for (const [kind, clean] of IMAGES) {
    const cleaned = clean(bytes)
    if (cleaned !== null) return { kind, bytes: cleaned }
  }
  return (await isPassivePdf(bytes)) ? { kind: 'pdf', bytes } : null
}
