import type { Core } from '../../core/core.ts'
import type { StoredFile } from './ticket-folder.ts'
import { blobOfFile } from './ticket-parts.ts'

/** A ticket on its way to the help desk. */
export type TicketForDesk = {
  readonly id: number
  readonly partnerId: number
  readonly type: number
  readonly bonusType: string | null
  readonly email: string
  readonly comment: string
  readonly folder: string
  readonly files: readonly Pick<StoredFile, 'name'>[]
}

/** Answer of the help desk; `refused` is final. */
export type DeskAnswer = 'received' | 'refused'

const WITHIN_MS = 10_000
/** The help desk cannot take this ticket, now or later. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([400, 410, 413, 415, 422])
/** The help desk already has this ticket. */
const CONFLICT = 409

/**
 * Hands a ticket to the help desk at `url`: a form with the fields of the ticket. Each attempt has the same
 * `Idempotency-Key`, so that the help desk can recognize a repetition.
 *
 * Refuses: an `Error`, when the help desk cannot be reached or asks to try again.
 * Source: decisions D-078.
 */
export async function handOver(
  core: Core,
  url: string,
  ticket: TicketForDesk,
): Promise<DeskAnswer> {
  const { address, authorization } = splitCredentials(url)
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'idempotency-key': `ticket-${ticket.id}`, ...authorization },
    body: await formOf(core, ticket),
    redirect: 'error',
    signal: AbortSignal.timeout(WITHIN_MS),
  })
  await response.body?.cancel()
  if (response.ok || response.status === CONFLICT) return 'received'
  if (FINAL_STATUSES.has(response.status)) return 'refused'
  throw new Error(`The help desk did not take a ticket: status ${response.status}`)
}

async function formOf(core: Core, ticket: TicketForDesk): Promise<FormData> {
  const { id, partnerId, type, bonusType, email, comment, files } = ticket
  const form = new FormData()
  const fields = { id, partnerId, type, bonusType: bonusType ?? '', email, comment }
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  for (const [place, { name }] of files.entries()) {
    form.append('files', await blobOfFile(core, ticket, place), name)
  }
  return form
}

/** `fetch` takes no address with a password. */
function splitCredentials(text: string): {
  readonly address: string
  readonly authorization: Record<string, string>
} {
  const url = new URL(text)
  const { username, password } = url
  url.username = ''
  url.password = ''
  if (username === '') return { address: url.href, authorization: {} }
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const encoded = Buffer.from(credentials).toString('base64')
  return { address: url.href, authorization: { authorization: `Basic ${encoded}` } }
}
