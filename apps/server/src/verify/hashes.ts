import type { Family } from './check.ts'

/** The bytes of a transfer that its hash covers. */
const TEXT = `convert_to(concat_ws('|', t.id, t.idempotency_key, t.debit_account_id, t.credit_account_id, t.currency,
  t.amount, t.kind, t.reference, t.created_at), 'UTF8')`

/**
 * The two hash chains that reveal a changed transfer: one per partner account, one over all transfers in sealed blocks.
 *
 * Source: decisions D-144; the schema of the ledger.
 */
export const hashes: Family = {
  name: 'hashes',
  prepare: [
    `create temp table v_last_links as
     select l.account_id, t.hash from (
       select partner_account_id as account_id, max(id) as id from transfers group by partner_account_id) l
     join transfers t using (id)`,
    `analyze v_last_links`,
    `create temp table v_blocks as
     select s.*, coalesce(lag(s.last_transfer_id) over w, 0) as after_id,
       coalesce(lag(s.hash) over w, '') as hash_before
     from ledger_seals s window w as (order by s.last_transfer_id)`,
    `create temp table v_sealed as
     select b.last_transfer_id, b.first_transfer_id, b.transfers, b.hash, d.first_id, d.last_id, d.due_transfers,
       sha256(b.hash_before || coalesce(d.text, '')) as due_hash
     from v_blocks b cross join lateral (
       select min(t.id) as first_id, max(t.id) as last_id, count(*) as due_transfers,
         string_agg(${TEXT}, '\\x0a'::bytea order by t.id) as text
       from transfers t where t.id > b.after_id and t.id <= b.last_transfer_id) d`,
  ],
  checks: [
    {
      name: 'the hash of a transfer follows from what it says and the transfer before',
      differences: `
        select format('transfer %s: its hash does not follow from what it says', id) as difference
        from (
          select t.id, t.hash, sha256(coalesce(lag(t.hash) over (partition by t.partner_account_id order by t.id), '')
            || ${TEXT}) as due_hash
          from transfers t) links
        where hash is distinct from due_hash order by id`,
    },
    {
      name: 'an account ends with the hash of its last transfer',
      differences: `
        select format('account %s of %s: its last hash is not that of its last transfer', a.name,
          coalesce('partner ' || a.partner_id, 'the company')) as difference
        from accounts a left join v_last_links l on l.account_id = a.id
        where a.last_hash is distinct from l.hash order by a.id`,
    },
    {
      name: 'the sealed blocks follow each other without a gap',
      differences: `
        select format('seal %s: it covers transfers %s to %s, there are %s to %s after the seal before',
          last_transfer_id, first_transfer_id, last_transfer_id, coalesce(first_id::text, 'none'),
          coalesce(last_id::text, 'none')) as difference
        from v_sealed
        where (first_transfer_id, last_transfer_id) is distinct from (first_id, last_id) order by last_transfer_id`,
    },
    {
      name: 'a seal counts its transfers',
      differences: `
        select format('seal %s: it counts %s transfers, there are %s', last_transfer_id, transfers, due_transfers)
          as difference
        from v_sealed where transfers <> due_transfers order by last_transfer_id`,
    },
    {
      name: 'the hash of a seal follows from its transfers and the seal before',
      differences: `
        select format('seal %s: its hash does not follow from its transfers', last_transfer_id) as difference
        from v_sealed where hash is distinct from due_hash order by last_transfer_id`,
    },
  ],
}
