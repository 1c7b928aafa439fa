import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Core } from '../../core/core.ts'

/** How long a download address is valid. Source: decisions D-064. */
const VALID_MS = 10 * 60_000

/** The statement behind an address. */
export type LinkedStatement = {
  readonly partnerId: number
  readonly period: string
  readonly currency: string
}

const FORM = /^(\d+)\.(\d{4}-\d{2})\.([A-Z]+)\.(\d+)\.([\w-]{43})$/

/** Signs the address of a statement: the part of it behind the path. It holds no name and cannot be guessed. */
export async function signLink(
  { secret, clock }: Pick<Core, 'secret' | 'clock'>,
  { partnerId, period, currency }: LinkedStatement,
): Promise<string> {
  const text = `${partnerId}.${period}.${currency}.${clock() + VALID_MS}`
  return `${text}.${await authenticate(secret, text)}`
}

/** The statement of a signed address; null for any other text, and from the end of its validity on. */
export async function openLink(
  { secret, clock }: Pick<Core, 'secret' | 'clock'>,
  signature: string,
): Promise<LinkedStatement | null> {
  const [, partnerId, period, currency, until, code] = FORM.exec(signature) ?? []
  if (code === undefined || clock() >= Number(until)) return null
  const due = await authenticate(secret, signature.slice(0, -code.length - 1))
  if (!timingSafeEqual(Buffer.from(code), Buffer.from(due))) return null
  return { partnerId: Number(partnerId), period: period!, currency: currency! }
}

async function authenticate(secret: Core['secret'], text: string): Promise<string> {
  const key = await secret('report-link-key')
  return createHmac('sha256', key).update(`report link ${text}`).digest('base64url')
}
