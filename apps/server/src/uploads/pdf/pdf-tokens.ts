import {
  type PdfDictionary,
  PdfName,
  PdfReference,
  PdfText,
  PdfUnreadable,
  type PdfValue,
} from './pdf-values.ts'

const MOST_DEPTH = 100
/** Of one object; a table of all characters of a font takes some 70,000. */
const MOST_VALUES = 250_000

const [REGULAR, BLANK, DELIMITER] = [0, 1, 2]
const KINDS = new Uint8Array(256).fill(REGULAR)
for (const byte of Buffer.from('\0\t\n\f\r ')) KINDS[byte] = BLANK
for (const byte of Buffer.from('()<>[]{}/%')) KINDS[byte] = DELIMITER
const isBlank = (byte: number | undefined): boolean => byte !== undefined && KINDS[byte] === BLANK
const isRegular = (byte: number | undefined): boolean =>
  byte !== undefined && KINDS[byte] === REGULAR

const byteOf = (sign: string): number => sign.charCodeAt(0)
const [LINE_FEED, RETURN, BACKSLASH] = [byteOf('\n'), byteOf('\r'), byteOf('\\')]
const [OPEN, CLOSE, PERCENT, GREATER, SLASH] = [
  byteOf('('),
  byteOf(')'),
  byteOf('%'),
  byteOf('>'),
  byteOf('/'),
]
const NUMBER = /^[+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})$/
const WORDS: ReadonlyMap<string, PdfValue> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
])

/**
 * Reads tokens and values from the bytes of a PDF file or of an object stream.
 *
 * Refuses: `PdfUnreadable` for what the standard does not allow, and for an object of too many or too deep values.
 * Source: ISO 32000-1 sections 7.2 and 7.3.
 */
export class PdfTokens {
  at = 0
  readonly bytes: Buffer
  #values = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  get isAtEnd(): boolean {
    this.skipBlanks()
    return this.at >= this.bytes.length
  }

  /** Skips white space and comments. */
  skipBlanks(): void {
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at]
      if (byte === PERCENT) this.#skipLine()
      else if (!isBlank(byte)) return
    }
  }

  /** Whether the next token is this word; if so, it is read. */
  takes(word: string): boolean {
    this.skipBlanks()
    const end = this.at + word.length
    if (this.bytes.toString('latin1', this.at, end) !== word || isRegular(this.bytes[end])) {
      return false
    }
    this.at = end
    return true
  }

  expect(word: string): void {
    if (!this.takes(word)) throw new PdfUnreadable(`${word} is missing at ${this.at}`)
  }

  /** Reads a whole number without a sign. */
  digits(): number {
    this.skipBlanks()
    const word = this.#regular()
    if (!/^\d{1,15}$/.test(word)) throw new PdfUnreadable(`A number is missing at ${this.at}`)
    return Number(word)
  }

  /** Reads one value with all that it contains. */
  value(): PdfValue {
    this.#values = 0
    return this.#value(0)
  }

  #value(depth: number): PdfValue {
    this.#values += 1
    if (depth > MOST_DEPTH || this.#values > MOST_VALUES) throw new PdfUnreadable('Too much')
    this.skipBlanks()
    const sign = String.fromCharCode(this.bytes[this.at] ?? 0)
    if (sign === '/') return new PdfName(this.#name())
    if (sign === '(') return new PdfText(this.#literal())
    if (sign === '[') return this.#array(depth)
    if (sign !== '<') return this.#word()
    return this.bytes[this.at + 1] === this.bytes[this.at]
      ? this.#dictionary(depth)
      : new PdfText(this.#hexadecimal())
  }

  #array(depth: number): readonly PdfValue[] {
    this.at += 1
    const items: PdfValue[] = []
    while (!this.#takesSign(']')) items.push(this.#value(depth + 1))
    return items
  }

  #dictionary(depth: number): PdfDictionary {
    this.at += 2
    const entries = new Map<string, PdfValue>()
    while (!this.#takesSign('>>')) {
      if (this.bytes[this.at] !== SLASH) throw new PdfUnreadable(`A key is missing at ${this.at}`)
      const key = this.#name()
      // Readers differ in which of two they take.
      if (entries.has(key)) throw new PdfUnreadable(`The key ${key} stands twice`)
      entries.set(key, this.#value(depth + 1))
    }
    return entries
  }

  #takesSign(sign: string): boolean {
    this.skipBlanks()
    const end = this.at + sign.length
    if (end > this.bytes.length) throw new PdfUnreadable('The file ends inside a value')
    if (this.bytes.toString('latin1', this.at, end) !== sign) return false
    this.at = end
    return true
  }

  #word(): PdfValue {
    const word = this.#regular()
    const known = WORDS.get(word)
    if (known !== undefined) return known
    if (!NUMBER.test(word)) throw new PdfUnreadable(`Unknown: ${word.slice(0, 20)}`)
    return /^\d{1,15}$/.test(word) ? this.#numberOrReference(Number(word)) : Number(word)
  }

  #numberOrReference(number: number): number | PdfReference {
    const after = this.at
    this.skipBlanks()
    if (/^\d{1,5}$/.test(this.#regular()) && this.takes('R')) return new PdfReference(number)
    this.at = after
    return number
  }

  #regular(): string {
    const start = this.at
    while (isRegular(this.bytes[this.at])) this.at += 1
    return this.bytes.toString('latin1', start, this.at)
  }

  #name(): string {
    this.at += 1
    const written = this.#regular()
    if (!written.includes('#')) return written
    return written.replaceAll(/#([0-9a-f]{2})/gi, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  }

  #hexadecimal(): string {
    const end = this.bytes.indexOf(GREATER, this.at)
    const digits = this.bytes.toString('latin1', this.at + 1, end).replaceAll(/[\0\t\n\f\r ]/g, '')
    if (end < 0 || !/^[0-9a-f]*$/i.test(digits)) throw new PdfUnreadable('A text is broken')
    this.at = end + 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1')
  }

  #literal(): string {
    const start = this.at + 1
    let open = 0
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at]
      if (byte === BACKSLASH) this.at += 1
      else if (byte === OPEN) open += 1
      else if (byte === CLOSE) open -= 1
      if (open > 0) continue
      this.at += 1
      return unescaped(this.bytes.toString('latin1', start, this.at - 1))
    }
    throw new PdfUnreadable('A text has no end')
  }

  #skipLine(): void {
    while (this.at < this.bytes.length) {
      const byte = this.bytes[this.at]
      if (byte === LINE_FEED || byte === RETURN) return
      this.at += 1
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\r': '',
  '\n': '',
  '\r\n': '',
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\(?:([0-7]{1,3})|(\r\n|[^]))/g, (_all, code?: string, sign?: string) =>
    code === undefined
      ? (ESCAPES[sign!] ?? sign!)
      : String.fromCharCode(Number.parseInt(code, 8) & 0xff),
  )
}

/** Whether all bytes are white space, comments not included. */
export const areBlank = (bytes: Buffer): boolean => bytes.every(isBlank)
