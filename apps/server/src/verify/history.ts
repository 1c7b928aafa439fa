import type { Family } from './check.ts'

/** The SQL expression of a JSON array's bytes. */
const bytes = (...values: readonly string[]): string =>
  `convert_to(json_build_array(${values.join(', ')})::text, 'UTF8')`

const LINE_FEED = `'\\x0a'::bytea`

/**
 * What cannot be computed again is what was sealed: facts, journal, audit log, and the newest seal of the ledger.
 *
 * Facts and entries after the newest block are not sealed yet.
 *
 * Source: decisions C11.25; the schema of the sealed history.
 */
export const history: Family = {
  name: 'sealed history',
  prepare: [
    `create temp table v_history as
     select s.*, lag(s.number, 1, 0::bigint) over w as number_before, lag(s.hash, 1, ''::bytea) over w as hash_before,
       lag(s.last_fact, 1, 0::bigint) over w as after_fact, lag(s.last_entry, 1, 0::bigint) over w as after_entry
     from history_seals s window w as (order by s.number)`,
    `create temp table v_history_hashes as
     select h.*, sha256(h.hash_before || sha256(coalesce(f.texts, ''::bytea)) || sha256(coalesce(e.texts, ''::bytea))
       || coalesce((select a.hash from audit_log a where a.id = h.last_audit), ''::bytea)
       || coalesce((select l.hash from ledger_seals l where l.last_transfer_id = h.last_transfer_id), ''::bytea)
       || ${bytes('h.number', 'h.last_fact', 'h.last_entry', 'h.last_audit', 'h.last_transfer_id', 'h.sealed_at')}
       ) as due_hash
     from v_history h
       cross join lateral (
         select string_agg(text, ${LINE_FEED} order by fact) as texts from (
           select fact, ${bytes('fact', `'partner'`, 'id', 'sponsor_id', 'depth', 'registered_at')} as text
           from partners where fact > h.after_fact and fact <= h.last_fact
           union all
           select fact, ${bytes('fact', `'order'`, 'id', 'partner_id', 'paid_at', 'amount_cents', 'currency', 'recorded_at', 'intake')}
           from orders where fact > h.after_fact and fact <= h.last_fact
           union all
           select fact, ${bytes('fact', `'cancellation'`, 'order_id', 'cancelled_at', 'reason')}
           from cancellations where fact > h.after_fact and fact <= h.last_fact
           union all
           select fact, ${bytes('fact', `'block'`, 'partner_id', 'blocked', 'changed_at', 'reason')}
           from partner_blocks where fact > h.after_fact and fact <= h.last_fact) texts) f
       cross join lateral (
         select string_agg(${bytes('id', 'place', 'key', 'content')}, ${LINE_FEED} order by id) as texts
         from journal where id > h.after_entry and id <= h.last_entry) e`,
    `create temp table v_chain_ends as
     select 'audit' as chain, id as last, hash from (select id, hash from audit_log order by id desc limit 1) a
     union all
     select 'history', number, hash from (select number, hash from history_seals order by number desc limit 1) h`,
  ],
  checks: [
    {
      name: 'facts, journal, audit log and ledger are what was sealed',
      differences: `
        select format('block %s of the history: facts %s to %s, entries %s to %s of the journal, entry %s of the audit '
          || 'log, or seal %s are not what was sealed', number, after_fact + 1, last_fact, after_entry + 1, last_entry,
          last_audit, last_transfer_id) as difference
        from v_history_hashes where hash is distinct from due_hash or number <> number_before + 1 order by number`,
    },
    {
      name: 'an entry of the audit log follows from what it says and the entry before',
      differences: `
        select format('entry %s of the audit log: its hash does not follow from what it says and the entry before', id)
          as difference
        from (
          select id, hash, sha256(lag(hash, 1, ''::bytea) over (order by id)
            || ${bytes('id', 'at', 'actor', 'command', 'arguments')}) as due_hash
          from audit_log) a
        where hash is distinct from due_hash
          -- What the product has erased is compared with the journal.
          and not exists (select from journal j where j.place = 'audit_log' and j.key = a.id::text)
        order by id`,
    },
    {
      name: 'the chains end where their heads say',
      differences: `
        select format('the %s: its head says %s, its last row is %s%s', case chain when 'audit' then 'audit log'
            else 'sealed history' end, coalesce(h.last::text, 'nothing'), coalesce(e.last::text, 'missing'),
          case when h.last = e.last then ', with another hash' end) as difference
        from (values ('audit'), ('history')) as known(chain) left join chain_heads h using (chain)
          left join v_chain_ends e using (chain)
        where (h.last, h.hash) is distinct from (coalesce(e.last, 0), coalesce(e.hash, ''::bytea)) order by chain`,
    },
  ],
}
