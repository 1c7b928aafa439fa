import { readInviteCode } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'

/**
 * Returns the partner who has an invite code; null for an unknown code. `written` may hold stray signs and any case. The
 * case decides only between codes of earlier releases that differ in nothing else: the exact code wins, and without an
 * exact code the result is null, because a wrong sponsor is worse than none. The code of a hidden partner is unknown.
 *
 * Source: decisions C11.28, D-182.
 */
export async function ownerOfCode(db: Db, written: string): Promise<number | null> {
  const code = readInviteCode(written)
  if (code === '') return null
  const { rows } = await sql<{ id: number; isExact: boolean; isHidden: boolean }>`
    select id, invite_code = ${code} as is_exact,
      exists (select from hidden_partners h where h.partner_id = partners.id) as is_hidden
    from partners where lower(invite_code) = lower(${code}) order by is_exact desc limit 2`.execute(
    db,
  )
  const [first, second] = rows
  if (first === undefined || first.isHidden) return null
  return first.isExact || second === undefined ? first.id : null
}

/** Draws an invite code that no partner has, in any case of letters. The caller holds the fact log, so no other process takes the code. */
export async function freeInviteCode(core: Core, tx: Tx): Promise<string> {
  for (;;) {
    const code = core.newInviteCode()
    const { rows } = await sql`
      select from partners where lower(invite_code) = lower(${code}) limit 1`.execute(tx)
    if (rows.length === 0) return code
  }
}

/** Draws again for staged partners until each code is used once, in any case of letters, and by no stored partner. */
export async function freeStagedCodes(core: Core, tx: Tx): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ line: number }>`
      select s.line from staged_partners s
      where exists (select from partners p where lower(p.invite_code) = lower(s.invite_code))
      union
      select unnest((array_agg(line order by line))[2:]) from staged_partners
      group by invite_code having count(*) > 1`.execute(tx)
    if (rows.length === 0) return
    const drawn = rows.map(({ line }) => ({ line, code: core.newInviteCode() }))
    await sql`
      update staged_partners s set invite_code = d.code
      from jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb) as d (line integer, code text)
      where s.line = d.line`.execute(tx)
  }
}
