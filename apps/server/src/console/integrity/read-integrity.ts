import type { CallReply, getIntegrity } from '@partner-office/contracts'
import { DAY_MS } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { ACKNOWLEDGE } from './acknowledge.ts'
import { readHeads } from './heads.ts'

type Integrity = CallReply<typeof getIntegrity>

/** What proves that nothing was changed, as the tables have it now. Source: requirements AUD-005. */
export async function readIntegrity(core: Core): Promise<Integrity> {
  const { database, network, clock } = core
  const { read } = database
  const { asOf, audits } = network
  return {
    at: clock(),
    heads: await readHeads(read),
    unsealed: await readUnsealed(read),
    history: await readHistorySeal(read),
    ledger: await readLedgerSeal(read),
    months: await readMonths(read),
    figures: {
      asOf,
      audited: audits.partners,
      drift: audits.drift,
      driftOfDay: await countDrift(read, clock() - DAY_MS),
    },
    verify: await readVerify(read),
    acknowledged: await readAcknowledged(read),
  }
}

async function readUnsealed(db: Db): Promise<Integrity['unsealed']> {
  const { rows } = await sql<Integrity['unsealed']>`
    with seal as (select last_fact, last_entry from history_seals order by number desc limit 1)
    select (select last_fact from fact_log) - coalesce((select last_fact from seal), 0) as facts,
      coalesce((select max(id) from journal), 0) - coalesce((select last_entry from seal), 0) as journal,
      greatest(0, (select case when is_called then last_value else 0 end from transfer_ids)
        - coalesce((select max(last_transfer_id) from ledger_seals), 0)) as transfers`.execute(db)
  return rows[0]!
}

async function readHistorySeal(db: Db): Promise<Integrity['history']> {
  const { rows } = await sql<NonNullable<Integrity['history']>>`
    select number, last_fact, last_entry, last_audit, last_transfer_id, encode(hash, 'hex') as hash, sealed_at
    from history_seals order by number desc limit 1`.execute(db)
  return rows[0] ?? null
}

async function readLedgerSeal(db: Db): Promise<Integrity['ledger']> {
  const { rows } = await sql<NonNullable<Integrity['ledger']>>`
    select first_transfer_id, last_transfer_id, transfers, encode(hash, 'hex') as hash, sealed_at
    from ledger_seals order by last_transfer_id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Sealed months, the newest first, each with the seal that it follows. */
async function readMonths(db: Db): Promise<Integrity['months']> {
  const { rows } = await sql<Integrity['months'][number]>`
    select c.period as month, s.records, s.late_records as corrections, encode(s.hash, 'hex') as hash,
      encode(lag(s.hash) over (order by s.closing_id), 'hex') as before, s.sealed_at
    from period_seals s join closings c on c.id = s.closing_id order by s.closing_id desc`.execute(
    db,
  )
  return rows
}

/** Differences that servers have found in their figures since an instant. */
async function countDrift(db: Db, since: number): Promise<number> {
  const { rows } = await sql<{ differences: number }>`
    select coalesce(sum(jsonb_array_length(arguments -> 'differences')), 0)::integer as differences
    from audit_log where command = 'figures drift' and at > ${since}`.execute(db)
  return rows[0]!.differences
}

/** The newest job that has verified everything. */
async function readVerify(db: Db): Promise<Integrity['verify']> {
  const { rows } = await sql<NonNullable<Integrity['verify']>>`
    select j.id as job, j.ended_at as at, o.email as actor, (j.result ->> 'checks')::integer as checks,
      (j.result ->> 'found')::integer as differences, (j.ended_at - j.started_at)::integer as ms
    from console.jobs j join console.operators o on o.id = j.by_id
    where j.kind = 'verify' and j.state = 'DONE' order by j.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The newest acknowledgement of each difference of that job. Source: requirements AUD-006. */
async function readAcknowledged(db: Db): Promise<Integrity['acknowledged']> {
  const { rows } = await sql<Integrity['acknowledged'][number]>`
    select distinct on (a.arguments ->> 'difference') a.arguments ->> 'difference' as difference, a.actor as by, a.at,
      a.arguments ->> 'reason' as reason
    from audit_log a
    where a.command = ${ACKNOWLEDGE} and a.arguments ->> 'difference' in (
      select jsonb_array_elements_text(result -> 'differences') from (
        select result from console.jobs where kind = 'verify' and state = 'DONE' order by id desc limit 1) newest)
    order by a.arguments ->> 'difference', a.id desc`.execute(db)
  return rows
}
