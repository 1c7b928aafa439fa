import type { CallReply, getAuditChain } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'

type Checked = CallReply<typeof getAuditChain>

/** Hashing these takes about half a second. */
const ENTRIES_AT_A_TIME = 50_000

type Part = {
  readonly checked: number
  readonly upto: number | null
  readonly uptoHash: string | null
  readonly erased: number
  readonly gap: number | null
  readonly other: number | null
  readonly last: number
  readonly head: string
}

/**
 * Checks a part of the audit log, from the entry behind `after` on: each hash must follow from what its entry says and from the hash
 * before. The last part ends at the head of the chain.
 *
 * An entry of which the product has erased personal data must be what the journal says about it.
 *
 * Source: requirements AUD-004.
 */
export async function checkChain(
  db: Db,
  after: number,
  limit = ENTRIES_AT_A_TIME,
): Promise<Checked> {
  const part = await readPart(db, after, limit)
  const { checked, erased, last } = part
  const found = await differenceIn(db, part, { after, isEnd: checked < limit })
  const isDone = found !== null || checked < limit
  return { checked, erased, difference: found, last, ...(!isDone && { next: String(part.upto) }) }
}

/** One statement, so that the head is of the same moment as the entries. */
async function readPart(db: Db, after: number, limit: number): Promise<Part> {
  const { rows } = await sql<Part>`
    with part as (
      select * from audit_log where id > ${after} order by id limit ${limit}
    ), links as (
      select p.*, lag(p.id, 1, ${after}::bigint) over w as id_before, sha256(
        lag(p.hash, 1, coalesce((select b.hash from audit_log b where b.id = ${after}), ''::bytea)) over w
          || audit_text(p.id, p.at, p.actor, p.command, p.arguments)) as due
      from part p window w as (order by p.id)
    ), others as (
      select l.id, l.id_before, l.hash is distinct from l.due as is_other,
        l.hash is distinct from l.due and coalesce((
          select j.content = jsonb_build_object('id', l.id, 'at', l.at, 'actor', l.actor, 'command', l.command,
            'arguments', l.arguments, 'hash', l.hash)
          from journal j where j.place = 'audit_log' and j.key = l.id::text order by j.id desc limit 1), false) as is_erased
      from links l
    )
    select count(*)::integer as checked, max(id) as upto,
      (select encode(hash, 'hex') from part order by id desc limit 1) as upto_hash,
      (count(*) filter (where is_erased))::integer as erased,
      min(id) filter (where id <> id_before + 1) as gap,
      min(id) filter (where is_other and not is_erased) as other,
      (select last from chain_heads where chain = 'audit') as last,
      (select encode(hash, 'hex') from chain_heads where chain = 'audit') as head
    from others`.execute(db)
  return rows[0]!
}

async function differenceIn(
  db: Db,
  { gap, other, upto, uptoHash, last, head }: Part,
  { after, isEnd }: { readonly after: number; readonly isEnd: boolean },
): Promise<Checked['difference']> {
  if (gap !== null && (other === null || gap <= other)) return at(db, gap, 'missing')
  if (other !== null) return at(db, other, 'hash')
  if (!isEnd) return null
  const isHead = upto === null ? last === after : upto === last && uptoHash === head
  return isHead ? null : at(db, last, 'head')
}

async function at(
  db: Db,
  id: number,
  kind: 'hash' | 'missing' | 'head',
): Promise<Checked['difference']> {
  const entry = await db.selectFrom('auditLog').select('at').where('id', '=', id).executeTakeFirst()
  return { id: Math.max(1, id), kind, at: entry?.at ?? null }
}
