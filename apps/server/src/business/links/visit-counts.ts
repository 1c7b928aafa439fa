import { DAY_MS, readInviteCode } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { MOST_VISITED_CODES } from '../../input/limits.ts'
import { recentSettings } from '../settings/read-settings.ts'

const WRITTEN_AFTER_MS = 1_000

type Visits = { readonly code: string; readonly day: number; visits: number }

/**
 * Counts visits in memory and adds them to the database once a second, all links in one statement. What cannot be written
 * is dropped: a count is not worth a wait.
 *
 * Source: LNK-004, LNK-006.
 */
export class VisitCounts {
  readonly #core: Core
  #noted = new Map<string, Visits>()
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(core: Core) {
    this.#core = core
  }

  /** Notes a visit of the page with an invite code, as it was written. */
  note(written: string): void {
    const code = readInviteCode(written)
    const at = this.#core.clock()
    const day = at - (at % DAY_MS)
    const key = `${day} ${code}`
    const known = this.#noted.get(key)
    if (known !== undefined) known.visits += 1
    else if (code === '' || this.#noted.size >= MOST_VISITED_CODES) return
    else this.#noted.set(key, { code, day, visits: 1 })
    this.#timer ??= setTimeout(() => void this.write(), WRITTEN_AFTER_MS).unref()
  }

  /** Writes what was noted. A write that takes long delays the next one, and no visitor. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      if (this.#timer !== null) clearTimeout(this.#timer)
      this.#timer = null
      const noted = [...this.#noted.values()]
      this.#noted = new Map()
      if (noted.length > 0) await addVisits(this.#core, noted).catch(() => {})
    })
    return this.#writing
  }
}

/** Codes are looked up as `ownerOfCode` does; pages of blocked, hidden and erased partners have no visits. */
async function addVisits({ database }: Core, noted: readonly Visits[]): Promise<void> {
  if ((await recentSettings(database)).linkStatistics !== 'TRUE') return
  await database.change(sql`
    insert into link_visits (partner_id, day, visits)
    select p.id, v.day, sum(v.visits)
    from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as v (code text, day bigint, visits integer)
    cross join lateral (
      select coalesce(max(id) filter (where invite_code = v.code), case when count(*) = 1 then max(id) end) as id
      from partners where lower(invite_code) = lower(v.code)) found
    join partners p on p.id = found.id and p.erased_at is null
    where not coalesce(
      (select b.blocked from partner_blocks b where b.partner_id = p.id order by b.fact desc limit 1), false)
      and not exists (select from hidden_partners h where h.partner_id = p.id)
    group by p.id, v.day order by p.id, v.day
    on conflict (partner_id, day) do update set visits = link_visits.visits + excluded.visits`)
}
