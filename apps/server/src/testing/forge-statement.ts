import { createHash } from 'node:crypto'

/** One change of a forgery: its kind, and two numbers that choose the places. */
export type ForgeryStep = { readonly kind: number; readonly a: number; readonly b: number }

type Json = Record<string, unknown>
type DataPart = [name: string, hash: string]
type Document = { statement: Json; parts: DataPart[]; signature: Json }

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const pick = <T>(items: readonly T[], at: number): T => items[at % items.length]!

/** Values that stand where others are expected. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  0,
  -0.5,
  1e21,
  '',
  'a\nb',
  'seal\0',
  '0.00000000',
  [],
  [[]],
  {},
  { a: [] },
  'partner-office-statement/1',
  'partner-office-statement/2',
  'partner-office-statement/3',
  '\ud800',
  '__proto__',
]

/** All objects and arrays inside a value, outermost first. */
function containers(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(containers)]
}

function rebuild(object: object, entries: readonly (readonly [string, unknown])[]): void {
  if (Array.isArray(object)) {
    object.splice(0, object.length, ...entries.map(([, item]) => item))
    return
  }
  for (const key of Object.keys(object)) Reflect.deleteProperty(object, key)
  for (const [key, item] of entries) Reflect.set(object, key, item)
}

/** Changes the entries of any object or list: one goes, comes, changes its place, name or value. */
const ENTRY_CHANGES = [
  (entries, a) => entries.toSpliced(a % Math.max(1, entries.length), 1),
  (entries, a, b) => entries.toSpliced(a % (entries.length + 1), 0, [`x${b}`, pick(STRANGE, b)]),
  (entries, a, b) =>
    entries.with(a % entries.length, [entries[a % entries.length]![0], pick(STRANGE, b)]),
  (entries, a, b) =>
    entries.with(a % entries.length, [`${pick(entries, b)[0]}\n`, pick(entries, a)[1]]),
  (entries, a, b) => entries.with(a % entries.length, [pick(entries, a)[0], pick(entries, b)[1]]),
  (entries, a, b) => [...entries.toSpliced(a % entries.length, 1), pick(entries, b)],
  (entries) => entries.toReversed(),
] as const satisfies readonly ((
  entries: [string, unknown][],
  a: number,
  b: number,
) => [string, unknown][])[]

function changeSomewhere(root: object, { kind, a, b }: ForgeryStep): void {
  const place = pick(containers(root), b)
  const entries = Object.entries(place)
  if (entries.length > 0) rebuild(place, pick(ENTRY_CHANGES, kind)(entries, a, b))
}

/** Two neighbours of a list become one, whose name holds the other's line: `["page 2 143 H\nstructure", 7780, H]`. */
function merge(parts: (string | number)[][], at: number): void {
  if (parts.length < 2) return
  const first = at % (parts.length - 1)
  const [name, ...rest] = parts[first + 1]!
  parts.splice(first, 2, [`${parts[first]!.join(' ')}\n${name}`, ...rest])
}

/** Lists the parts of a statement as it is now, as a forger does who can do anything but sign. */
function relist(document: Document): void {
  document.parts = Object.entries(document.statement).flatMap(([name, value]): DataPart[] =>
    Array.isArray(value) && ['entries', 'rates'].includes(name)
      ? [
          [`${name}/count`, sha256(String(value.length))],
          ...value.map((item, at): DataPart => [`${name}/${at}`, sha256(JSON.stringify(item))]),
        ]
      : [[name, sha256(JSON.stringify(value))]],
  )
}

/** Removes a value of the statement, and hides the line of its part in the name of the next one. */
function removeHidden(document: Document, a: number): void {
  const at = document.parts.findIndex(([name]) => name === pick(Object.keys(document.statement), a))
  if (at < 0) return
  Reflect.deleteProperty(document.statement, document.parts[at]![0])
  merge(document.parts, at)
}

const DATA_CHANGES: readonly ((document: Document, step: ForgeryStep) => void)[] = [
  (document, { a }) => removeHidden(document, a),
  (document, { a }) => merge(document.parts, a),
  (document, step) => changeSomewhere(document.parts, step),
  (document, step) => changeSomewhere(document.statement, step),
  (document, step) => changeSomewhere(document, step),
  (document, step) => changeSomewhere(document.signature, step),
  (document, step) => {
    changeSomewhere(document.statement, step)
    relist(document)
  },
  (document, { a, b }) => {
    document.parts.splice(b % document.parts.length, 0, pick(document.parts, a))
  },
  (document, { a }) => {
    document.statement['format'] = `partner-office-statement/${(a % 4) + 1}`
  },
]

/** Changes that JSON readers do not see, or read in their own way. */
const TEXT_CHANGES: readonly ((text: string, step: ForgeryStep) => string)[] = [
  (text, { a }) => text.replace(/\n$/, pick(['', ' \n', '\n\n', '\nx', '\0\n', '{}\n'], a)),
  (text, { a }) => `${pick(['\uFEFF', ' ', '\n', '[', '%PDF-'], a)}${text}`,
  (text, { a, b }) => insertAt(text, a, pick([' ', '\n', '\t', '"', ','], b)),
  (text, { a }) =>
    nth(text, /"([a-z])/g, a, (_, char) => `"\\u00${char.charCodeAt(0).toString(16)}`),
  (text, { a }) => nth(text, /:(\d+)([,}])/g, a, (_, digits, end) => `:${digits}.0${end}`),
  (text, { a }) => nth(text, /"(\w+)":("[^"]*"|\d+)/g, a, (all) => `${all},${all}`),
  (text, { a }) => nth(text, /"[0-9a-f]{64,}"/g, a, (all) => all.toUpperCase()),
]

function nth(
  text: string,
  pattern: RegExp,
  at: number,
  change: (...match: string[]) => string,
): string {
  const found = [...text.matchAll(pattern)]
  if (found.length === 0) return `${text} `
  const match = found[at % found.length]!
  const end = match.index + match[0].length
  return text.slice(0, match.index) + change(...match) + text.slice(end)
}

const insertAt = (text: string, at: number, piece: string): string => {
  const place = at % text.length
  return text.slice(0, place) + piece + text.slice(place)
}

/** Forges the data of a statement: changes of its structure, then of its text. */
export function forgeData(content: string, steps: readonly ForgeryStep[]): string {
  const document = JSON.parse(content) as Document
  let text = content
  for (const step of steps) {
    const at = step.kind % (DATA_CHANGES.length + TEXT_CHANGES.length)
    const change = DATA_CHANGES[at]
    if (change === undefined) text = TEXT_CHANGES[at - DATA_CHANGES.length]!(text, step)
    else if (Array.isArray(document.parts) && document.statement instanceof Object) {
      if (document.signature instanceof Object) change(document, { ...step, kind: step.a + step.b })
      text = `${JSON.stringify(document)}\n`
    }
  }
  return text
}

type PdfPart = [name: string, bytes: number, hash: string]
type Signature = { parts: PdfPart[] } & Json
type Forged = { pieces: Buffer[]; signature: Signature; tail: string }

const LINE = /\n%PartnerOfficeStatement (\{[^\n]*\})\n(startxref\n\d+\n%%EOF\n)$/

const PDF_CHANGES: readonly ((file: Forged, step: ForgeryStep) => void)[] = [
  // The stretch goes, and its line hides in the next one's name.
  ({ pieces, signature }, { a }) => {
    pieces.splice(a % (pieces.length - 1), 1)
    merge(signature.parts, a)
  },
  ({ pieces, signature }, { a }) => {
    pieces.splice(a % pieces.length, 1)
    signature.parts.splice(a % signature.parts.length, 1)
  },
  ({ pieces, signature }, { a, b }) => {
    const at = a % pieces.length
    pieces.splice(b % pieces.length, 0, pieces[at]!)
    signature.parts.splice(b % signature.parts.length, 0, pick(signature.parts, at))
  },
  ({ pieces, signature }) => {
    pieces.reverse()
    signature.parts.reverse()
  },
  // One stretch becomes two of the same name, or two become one.
  ({ pieces, signature }, { a, b }) => {
    const at = a % pieces.length
    const piece = pieces[at]!
    const cut = 1 + (b % Math.max(1, piece.length - 1))
    const halves = [piece.subarray(0, cut), piece.subarray(cut)].filter(({ length }) => length > 0)
    const name = signature.parts[at]?.[0] ?? 'data'
    pieces.splice(at, 1, ...halves)
    signature.parts.splice(
      at,
      1,
      ...halves.map((half): PdfPart => [name, half.length, sha256(half)]),
    )
  },
  ({ pieces, signature }, { a, b }) => {
    const at = a % pieces.length
    pieces[at] = Buffer.from(pieces[at]!.toString('latin1').replace(/\d/, String(b % 10)), 'latin1')
    signature.parts[at % signature.parts.length] = [
      pick(signature.parts, at)[0],
      pieces[at].length,
      sha256(pieces[at]),
    ]
  },
  ({ signature }, step) => changeSomewhere(signature.parts, step),
  ({ signature }, step) => changeSomewhere(signature, step),
  (file, { a }) => {
    file.tail = pick([`${file.tail} `, `${file.tail}x`, `\n${file.tail}`, ''], a)
  },
  (file) => {
    file.tail = file.tail.replace(/\d+/, (digits) => String(Number(digits) + 1))
  },
  // Another end behind the end, as an incremental update writes it.
  (file, { a }) => {
    const objects = '1 0 obj\n<< /Type /Catalog >>\nendobj\n'
    const line = `%PartnerOfficeStatement ${JSON.stringify(file.signature)}\n`
    file.tail = `${file.tail}${objects}${a % 2 === 0 ? line : ''}${file.tail}`
  },
  ({ signature }, { a }) => {
    signature['format'] = `partner-office-pdf/${(a % 4) + 1}`
  },
  ({ pieces }, { a, b }) => {
    const at = pieces.findIndex((piece) => piece.includes('/EmbeddedFile'))
    if (at < 0) return
    const text = pieces[at]!.toString('latin1')
    const change = pick([/"closing":"\d/, /\/Length \d/, /stream\n/, /"parts":\[\[/], a)
    pieces[at] = Buffer.from(
      text.replace(change, (found) => found + String(b)),
      'latin1',
    )
  },
]

/** Forges a PDF file: its stretches, the list of them, its signature line, and what follows. */
export function forgePdf(source: Buffer, steps: readonly ForgeryStep[]): Buffer {
  const text = source.toString('latin1')
  const [whole, line, tail] = LINE.exec(text)!
  const signature = JSON.parse(line!) as Signature
  let place = 0
  const pieces = signature.parts.map(([, length]) => {
    place += length
    return source.subarray(place - length, place)
  })
  const file: Forged = { pieces, signature, tail: tail! }
  for (const step of steps) {
    if (!Array.isArray(file.signature.parts) || file.signature.parts.length < 2) break
    if (file.pieces.length < 2) break
    pick(PDF_CHANGES, step.kind)(file, step)
  }
  const end = `%PartnerOfficeStatement ${JSON.stringify(file.signature)}\n${file.tail}`
  if (place !== text.length - whole!.length + 1) throw new Error('It is no statement')
  return Buffer.concat([...file.pieces, Buffer.from(end)])
}
