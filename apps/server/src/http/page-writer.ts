import type { Contract } from '@partner-office/contracts'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import { z } from 'zod'

type Page = { readonly content: readonly object[] }

const COMMA = 0x2c
const encoder = new TextEncoder()
const HEAD = encoder.encode('{"state":"success","data":{"content":[')

/**
 * Returns a writer for calls that answer pages. It checks a page against its contract and writes the same bytes as
 * JSON.stringify of the whole envelope. Frozen rows never change, so each is checked and written once.
 *
 * Null for other calls.
 */
export function pageWriter({ reply, method, path }: Contract): ((page: unknown) => Buffer) | null {
  if (!(reply instanceof z.ZodObject) || !(reply.shape.content instanceof z.ZodArray)) return null
  const row = reply.shape.content.element as z.ZodType
  const others = reply.omit({ content: true })
  const textOf = (schema: z.ZodType, value: unknown): string => {
    const { data, error } = schema.safeParse(value)
    if (error !== undefined) throw new ResponseSerializationError(method, path, { cause: error })
    return JSON.stringify(data)
  }
  const written = new WeakMap<object, Uint8Array>()
  const write = (value: object): Uint8Array => {
    const bytes = encoder.encode(textOf(row, value))
    if (Object.isFrozen(value)) written.set(value, bytes)
    return bytes
  }
  return (page) => {
    const { content, ...rest } = page as Page
    const fields = textOf(others, rest)
    // The last page of some lists says nothing besides its rows.
    const comma = fields === '{}' ? '' : ','
    const tail = encoder.encode(`]${comma}${fields.slice(1)},"errors":[]}`)
    return joined(
      content.map((each) => written.get(each) ?? write(each)),
      tail,
    )
  }
}

function joined(rows: readonly Uint8Array[], tail: Uint8Array): Buffer {
  const commas = Math.max(0, rows.length - 1)
  const size = rows.reduce((sum, { length }) => sum + length, HEAD.length + commas + tail.length)
  const bytes = Buffer.allocUnsafe(size)
  bytes.set(HEAD)
  let at = HEAD.length
  for (const row of rows) {
    if (at > HEAD.length) bytes[at++] = COMMA
    bytes.set(row, at)
    at += row.length
  }
  bytes.set(tail, at)
  return bytes
}
