/** A JSON number that a double may not hold as it was written: with a point, an exponent, or too many digits. */
export class ExactNumber {
  /** The number exactly as it was written. */
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Reviver = (
  this: unknown,
  key: string,
  value: unknown,
  context: { readonly source?: string },
) => unknown

// The standard library's types do not know the third argument yet.
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/** A text of a document that cannot be stored as it is: it holds a NUL character or half of a surrogate pair. */
export class UnstorableText extends SyntaxError {
  /** JSON pointer to the text; to the object around it, if the text is a key. */
  readonly pointer: string

  constructor(pointer: string) {
    super('A text holds a NUL character or half of a surrogate pair')
    this.pointer = pointer
  }
}

/**
 * Reads JSON without ever rounding a number: whole numbers that a double holds are numbers, others `ExactNumber`.
 *
 * Refuses: what is not JSON and a key that stands twice in an object, with a SyntaxError; `UnstorableText`.
 * Source: decisions D-100, D-145.
 */
export function parseExactJson(text: string): unknown {
  let keys = -1
  let isAllStorable = true
  const document = parseWithSource(text, function revive(key, value, { source = '' }) {
    if (!Array.isArray(this)) keys += 1
    isAllStorable &&= isStorable(key) && (typeof value !== 'string' || isStorable(value))
    if (typeof value !== 'number') return value
    return Number.isSafeInteger(value) && /^(0|-?[1-9]\d*)$/.test(source)
      ? value
      : new ExactNumber(source)
  })
  if (!isAllStorable) throw new UnstorableText(unstorablePointer(document, '') ?? '')
  // Of a key that stands twice, only the last value is left: then the text has more keys than the document.
  if (writtenKeys(text) !== keys) throw new SyntaxError('A key stands twice in an object')
  return document
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g

/** Counts the keys in a text that is JSON. The document itself has none: it is the value of the empty key. */
function writtenKeys(text: string): number {
  let keys = 0
  for (const [, colon] of text.matchAll(STRING)) if (colon === ':') keys += 1
  return keys
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function unstorablePointer(value: unknown, pointer: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : pointer
  if (value === null || typeof value !== 'object') return null
  for (const [key, inner] of Object.entries(value)) {
    const found = isStorable(key) ? unstorablePointer(inner, `${pointer}/${key}`) : pointer
    if (found !== null) return found
  }
  return null
}

/** The same document with exact numbers as text, for readers that take decimals as text. */
export function withDecimalsAsText(value: unknown): unknown {
  if (value instanceof ExactNumber) return value.text
  if (Array.isArray(value)) return value.map(withDecimalsAsText)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withDecimalsAsText(inner)]),
  )
}
