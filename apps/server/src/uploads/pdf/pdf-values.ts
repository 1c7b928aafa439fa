/** A name, with its `#` escapes resolved. */
export class PdfName {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A reference to the indirect object of this number. */
export class PdfReference {
  readonly object: number
  constructor(object: number) {
    this.object = object
  }
}

/** Bytes of a literal or hexadecimal string, one character each. */
export class PdfText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A dictionary by its keys, with their `#` escapes resolved. */
export type PdfDictionary = ReadonlyMap<string, PdfValue>

/** A value of a PDF file. */
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfText
  | PdfReference
  | readonly PdfValue[]
  | PdfDictionary

/** The PDF file cannot be read in exactly one way. */
export class PdfUnreadable extends Error {}

/** Whether the value is a dictionary. */
export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  value instanceof Map

/** Text of a name; null for any other value. */
export const nameOf = (value: PdfValue | undefined): string | null =>
  value instanceof PdfName ? value.text : null

/**
 * The value as a whole number from 0 on.
 *
 * Refuses: `PdfUnreadable` for any other value.
 */
export function wholeNumber(value: PdfValue | undefined): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new PdfUnreadable('A whole number is missing')
}
