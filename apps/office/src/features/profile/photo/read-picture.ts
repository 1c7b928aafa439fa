import { AVATAR_SIDE } from '@partner-office/contracts'

import { fileProblem, type PictureProblem, pixelProblem } from './picture-checks.ts'

/** A part of a picture. Units: pixels of the picture. */
export type Part = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A picture that may be cropped. */
export type Picture = { readonly address: string; readonly image: ImageBitmap }

type Read = { readonly picture: Picture } | { readonly problem: PictureProblem }

/** Decodes a chosen file; anything that is no picture, or too large or too small, is a problem. */
export async function readPicture(file: File, mostKb: number): Promise<Read> {
  const problem = fileProblem(file, mostKb)
  if (problem !== null) return { problem }
  const image = await createImageBitmap(file).catch(() => null)
  if (image === null) return { problem: { kind: 'type' } }
  const few = pixelProblem(image)
  return few === null ? { picture: { address: await addressOf(file), image } } : { problem: few }
}

/** A data address: the pages may show no other address of a local file. */
function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })
}

const QUALITY = 0.9

/** Draws a part of a picture as a JPEG of 300 x 300 pixels. Source: requirements PRF-029. */
export function cropPicture({ image }: Picture, part: Part): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = AVATAR_SIDE
  canvas.height = AVATAR_SIDE
  const context = canvas.getContext('2d')!
  // A JPEG has no transparency: it would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, AVATAR_SIDE, AVATAR_SIDE)
  context.imageSmoothingQuality = 'high'
  const { x, y, width, height } = part
  context.drawImage(image, x, y, width, height, 0, 0, AVATAR_SIDE, AVATAR_SIDE)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('No picture')) : resolve(blob)),
      'image/jpeg',
      QUALITY,
    )
  })
}
