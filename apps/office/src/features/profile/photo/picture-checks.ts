import { AVATAR_MOST_BYTES, AVATAR_SIDE } from '@partner-office/contracts'

/** Loading states of an upload. Source: requirements PRF-024. */
export const UPLOAD = { idle: 0, uploading: 1, success: 2, failed: 3 } as const
export type Upload = (typeof UPLOAD)[keyof typeof UPLOAD]

/** Largest picture where a page sets no limit. Units: KB of 1024 bytes. Source: requirements PRF-027. */
export const DEFAULT_MOST_KB = 10_240

/** Largest picture of the profile. Units: KB of 1024 bytes. Source: requirements PRF-026. */
export const PROFILE_MOST_KB = AVATAR_MOST_BYTES / 1_024

/** What is wrong with a picture: no picture, too large a file, too few pixels. */
export type PictureProblem =
  | { readonly kind: 'type' }
  | { readonly kind: 'size'; readonly mostKb: number }
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number }

type File = { readonly type: string; readonly size: number }

/** Returns the problem of a file before it is decoded, or null. Source: requirements PRF-025, PRF-026. */
export function fileProblem(file: File, mostKb = DEFAULT_MOST_KB): PictureProblem | null {
  if (!file.type.startsWith('image/')) return { kind: 'type' }
  return file.size <= mostKb * 1_024 ? null : { kind: 'size', mostKb }
}

/** Returns the problem of a picture's pixels, or null. Source: requirements PRF-028. */
export function pixelProblem({
  width,
  height,
}: {
  readonly width: number
  readonly height: number
}): PictureProblem | null {
  return Math.min(width, height) >= AVATAR_SIDE ? null : { kind: 'pixels', width, height }
}

const LARGEST_ZOOM = 3

/** Enlargement for a zoom from 0 to 100: 0 shows the whole picture. Source: requirements PRF-030. */
export const enlargementOf = (zoom: number): number => 1 + (zoom / 100) * (LARGEST_ZOOM - 1)

/** The inverse of `enlargementOf`, for gestures. */
export const zoomOf = (enlargement: number): number =>
  Math.round(((enlargement - 1) / (LARGEST_ZOOM - 1)) * 100)
