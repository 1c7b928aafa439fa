/** One part of a form, in the order of the body. A file that is longer than its limit ends there and is `isCut`. */
export type FormPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly fileName: string
      readonly bytes: AsyncIterable<Uint8Array>
      readonly isCut: () => boolean
    }

/** True for the error of a form with more files than its limit. */
export const isTooManyFiles = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'FST_FILES_LIMIT'
