import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** A numbered object of the file. */
export type Ref = number

/** A stretch of the finished file under one name. Units: bytes. */
export type FilePart = { readonly name: string; readonly bytes: number; readonly sha256: string }

type Written = { readonly part: string; readonly body: Buffer }

/**
 * The objects of a PDF file, in the order in which they are written. Each belongs to a named part, so that a check can
 * say which part of a file was changed.
 *
 * Source: ISO 32000-2, section 7.5.
 */
export class PdfObjects {
  readonly #objects: (Written | null)[] = []

  /** The number of an object that is written later. */
  reserve(): Ref {
    return this.#objects.push(null)
  }

  write(ref: Ref, part: string, body: string | Buffer): Ref {
    this.#objects[ref - 1] = { part, body: Buffer.from(body as string) }
    return ref
  }

  add(part: string, body: string): Ref {
    return this.write(this.reserve(), part, body)
  }

  /** A stream, compressed unless its bytes must stay readable. */
  addStream(part: string, entries: string, content: Buffer | string, isCompressed = true): Ref {
    const bytes = Buffer.from(content as string)
    const body = isCompressed ? deflateSync(bytes) : bytes
    const filter = isCompressed ? '/Filter /FlateDecode ' : ''
    const head = Buffer.from(`<< ${entries} ${filter}/Length ${body.length} >>\nstream\n`)
    return this.write(this.reserve(), part, Buffer.concat([head, body, Buffer.from('\nendstream')]))
  }

  /** The file up to its end mark, which `endMark` continues, and the parts it is made of. */
  file(
    root: Ref,
    info: Ref,
  ): { readonly body: Buffer; readonly parts: FilePart[]; readonly end: string } {
    const stretches: { name: string; chunks: Buffer[] }[] = []
    let length = 0
    const append = (name: string, chunk: Buffer) => {
      const last = stretches.at(-1)
      if (last?.name === name) last.chunks.push(chunk)
      else stretches.push({ name, chunks: [chunk] })
      length += chunk.length
    }
    append('header', Buffer.from('%PDF-1.7\n%\u00E2\u00E3\u00CF\u00D3\n', 'latin1'))
    const places = this.#objects.map((object, at) => {
      const place = length
      if (object === null) throw new Error(`Object ${at + 1} was not written`)
      append(object.part, Buffer.from(`${at + 1} 0 obj\n`))
      append(object.part, object.body)
      append(object.part, Buffer.from('\nendobj\n'))
      return place
    })
    const id = createHash('sha256')
    for (const { chunks } of stretches) for (const chunk of chunks) id.update(chunk)
    const name = id.digest('hex').slice(0, 32)
    const place = length
    append('index', Buffer.from(indexOf(places, { root, info, name })))
    const parts = stretches.map(partOf)
    const body = Buffer.concat(stretches.flatMap(({ chunks }) => chunks))
    return { body, parts, end: `startxref\n${place}\n%%EOF\n` }
  }
}

function partOf({ name, chunks }: { name: string; chunks: Buffer[] }): FilePart {
  const hash = createHash('sha256')
  let bytes = 0
  for (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { name, bytes, sha256: hash.digest('hex') }
}

function indexOf(
  places: readonly number[],
  { root, info, name }: { root: Ref; info: Ref; name: string },
): string {
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
  return [
    `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${lines.join('')}`,
    `trailer\n<< /Size ${places.length + 1} /Root ${root} 0 R /Info ${info} 0 R `,
    `/ID [<${name}> <${name}>] >>\n`,
  ].join('')
}

/** A text as a PDF string, in UTF-16 with a byte order mark. Nothing in it can end the string. */
export const pdfText = (text: string): string =>
  `<${Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex').toUpperCase()}>`

/** A number as PDF content, without needless digits. */
export const pdfNumber = (value: number): string => String(Math.round(value * 1000) / 1000)

/** Numbers as an array, such as the box of a figure. */
export const pdfBox = (numbers: readonly number[]): string =>
  `[${numbers.map(pdfNumber).join(' ')}]`
