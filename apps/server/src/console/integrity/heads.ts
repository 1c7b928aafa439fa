import { createPublicKey, verify } from 'node:crypto'

import { type CallReply, CHAINS, type Head, type postHeadsCheck } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { currentSigner, readStatementKeys } from '../../business/statements/statement-keys.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'

/** The newest link of each chain that has one, all of one moment. */
export async function readHeads(db: Db): Promise<Head[]> {
  const { rows } = await sql<Head & { readonly place: number }>`
    select 1 as place, 'audit' as chain, h.last::text as number, encode(h.hash, 'hex') as hash, a.at
    from chain_heads h join audit_log a on a.id = h.last where h.chain = 'audit'
    union all
    select 2, 'history', h.last::text, encode(h.hash, 'hex'), s.sealed_at
    from chain_heads h join history_seals s on s.number = h.last where h.chain = 'history'
    union all (
      select 3, 'ledger', last_transfer_id::text, encode(hash, 'hex'), sealed_at
      from ledger_seals order by last_transfer_id desc limit 1)
    union all (
      select 4, 'months', c.period, encode(s.hash, 'hex'), s.sealed_at
      from period_seals s join closings c on c.id = s.closing_id order by s.closing_id desc limit 1)
    order by place`.execute(db)
  return rows.map(({ place: _place, ...head }) => head)
}

const FORMAT = 'partner-office-heads/1'

/**
 * The heads as one text. Its last line is the signature of all lines before it, by the key that signs statements.
 *
 * Source: requirements AUD-007; docs/statements.md, "Heads".
 */
export async function signedHeads(core: Core): Promise<string> {
  const signer = await currentSigner(core)
  const heads = await readHeads(core.database.read)
  const lines = [
    FORMAT,
    `at ${new Date(core.clock()).toISOString()}`,
    ...heads.map(({ chain, number, hash }) => `${chain} ${number} ${hash}`),
    `key ${signer.id}`,
  ]
  const signed = `${lines.join('\n')}\n`
  return `${signed}signature ${signer.sign(signed)}\n`
}

type Said = {
  readonly at: number
  readonly heads: readonly Omit<Head, 'at'>[]
  readonly key: string
  readonly signature: string
  readonly signed: string
}

const AT = /^at (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/
const HEAD = new RegExp(`^(${CHAINS.join('|')}) (\\d{1,16}|\\d{4}-\\d\\d) ([0-9a-f]{64})$`)

/** Refuses: `invalid_format`. Spaces and line ends that a mail program adds do not count. */
function readText(text: string): Said {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [format, at = '', ...more] = lines
  const [, key] = /^key ([0-9a-f]{16})$/.exec(more.at(-2) ?? '') ?? []
  const [, signature] = /^signature ([0-9a-f]{128})$/.exec(more.at(-1) ?? '') ?? []
  const [, instant] = AT.exec(at) ?? []
  const heads = more.slice(0, -2).map(headIn)
  const isRead =
    format === FORMAT &&
    key !== undefined &&
    signature !== undefined &&
    instant !== undefined &&
    heads.length > 0
  if (!isRead || heads.includes(null)) throw new Refusal('invalid_format', { field: 'text' })
  return {
    at: Date.parse(instant),
    heads: heads.filter((head) => head !== null),
    key,
    signature,
    signed: `${lines.slice(0, -1).join('\n')}\n`,
  }
}

function headIn(line: string): Omit<Head, 'at'> | null {
  const [, chain, number, hash] = HEAD.exec(line) ?? []
  if (chain === undefined || number === undefined || hash === undefined) return null
  return { chain: chain as Head['chain'], number, hash }
}

/**
 * Whether today's chains contain the heads of an earlier text.
 *
 * Refuses: `invalid_format`.
 * Source: requirements AUD-007.
 */
export async function checkHeads(
  { database: { read } }: Core,
  text: string,
): Promise<CallReply<typeof postHeadsCheck>> {
  const said = readText(text)
  const signature = await signatureOf(read, said)
  const heads = await Promise.all(said.heads.map((head) => compared(read, head)))
  const isContained = signature === 'right' && heads.every(({ state }) => state === 'contained')
  return { at: said.at, signature, isContained, heads }
}

async function signatureOf(
  db: Db,
  { key, signature, signed }: Said,
): Promise<'right' | 'wrong' | 'unknown_key'> {
  const known = (await readStatementKeys(db)).find(({ id }) => id === key)
  if (known === undefined) return 'unknown_key'
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: known.publicKey },
    format: 'jwk',
  })
  const isRight = verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'hex'))
  return isRight ? 'right' : 'wrong'
}

type Compared = CallReply<typeof postHeadsCheck>['heads'][number]

async function compared(db: Db, head: Omit<Head, 'at'>): Promise<Compared> {
  const link = await linkAt(db, head)
  if (link === undefined) return { ...head, at: null, state: 'missing' }
  return { ...head, at: link.at, state: link.hash === head.hash ? 'contained' : 'other' }
}

/** The stored link of a chain. Whether the links before it hold is what `verify` and the check of the audit log say. */
async function linkAt(
  db: Db,
  { chain, number }: Omit<Head, 'at'>,
): Promise<{ hash: string; at: number } | undefined> {
  const found = {
    audit: sql`select hash, at from audit_log where id = ${Number(number) || 0}`,
    history: sql`select hash, sealed_at as at from history_seals where number = ${Number(number) || 0}`,
    ledger: sql`select hash, sealed_at as at from ledger_seals where last_transfer_id = ${Number(number) || 0}`,
    months: sql`select s.hash, s.sealed_at as at from period_seals s join closings c on c.id = s.closing_id
      where c.period = ${number}`,
  }[chain]
  const { rows } = await sql<{ hash: string; at: number }>`
    select encode(hash, 'hex') as hash, at from (${found}) as link`.execute(db)
  return rows[0]
}
