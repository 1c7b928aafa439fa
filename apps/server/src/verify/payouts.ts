import { comparison, type Family } from './check.ts'

const KINDS = ['PAYOUT', 'PAYOUT_FEE', 'PAYOUT_REFUND', 'PAYOUT_FEE_REFUND']

const posting = comparison({
  'the partner': ['a.partner_id', 'd.partner_id'],
  'the account': ['a.name', 'd.payout_from'],
  'the account of the company': ['c.name', 'd.counter'],
  'the currency': ['t.currency', 'd.currency'],
  'the amount': ['t.amount::numeric', 'd.amount::numeric'],
  'the kind': ['t.kind', 'd.kind'],
  'to the partner': ['t.credit_account_id = t.partner_account_id', 'd.is_refund'],
  'the instant': ['t.created_at', 'd.at'],
})

/**
 * Payouts: each is debited once and, if it was rejected, refunded once; nothing else moves money for a payout.
 *
 * Source: decisions C9 (properties), D-088, D-142.
 */
export const payouts: Family = {
  name: 'payouts',
  prepare: [
    `create temp table v_payout_moves as
     select p.id, p.partner_id, p.payout_from, p.currency, m.kind, m.counter, m.amount, m.is_refund, m.at,
       format('payout:%s:%s', p.id, m.kind) as key
     from payouts p cross join lateral (values
       ('PAYOUT', 'payout_clearing', p.receive, false, p.created_at),
       ('PAYOUT_FEE', 'payout_fees', p.fee, false, p.created_at),
       ('PAYOUT_REFUND', 'payout_clearing', p.receive, true, p.ended_at),
       ('PAYOUT_FEE_REFUND', 'payout_fees', p.fee, true, p.ended_at)) as m(kind, counter, amount, is_refund, at)
     where m.amount > 0 and (not m.is_refund or p.status = 'REJECTED')`,
    `create index on v_payout_moves (key)`,
    `analyze v_payout_moves`,
  ],
  checks: [
    {
      name: 'every payout is debited, and a rejected one refunded, as it says',
      differences: `
        select format('payout %s: %s', d.id, case
            when t.id is null then format('its transfer of the kind %s does not exist', d.kind)
            else format('of its transfer %s, %s', t.id, ${posting.words}) end) as difference
        from v_payout_moves d left join transfers t on t.idempotency_key = d.key
          left join accounts a on a.id = t.partner_account_id
          left join accounts c on c.id = t.debit_account_id + t.credit_account_id - t.partner_account_id
        where t.id is null or ${posting.differ} order by d.id, d.kind`,
    },
    {
      name: 'every transfer of a payout belongs to one',
      differences: `
        select format('transfer %s: %s of %s, for which there is no payout', t.id, t.kind,
          pg_temp.v_coins(t.amount, t.currency)) as difference
        from transfers t
        where t.kind in (${KINDS.map((kind) => `'${kind}'`).join(', ')})
          and not exists (select from v_payout_moves d where d.key = t.idempotency_key) order by t.id`,
    },
    {
      name: 'every payout adds up and is in one state',
      differences: `
        select format('payout %s: %s', id, problem) as difference from (
          select p.id, unnest(array[
            case when p.amount <> p.fee + p.receive then 'its fee and what it sends are not its amount' end,
            case when (p.status = 'PENDING') <> (p.ended_at is null)
              or (p.status = 'SUCCESS') <> (p.tx_id is not null) or (p.status = 'REJECTED') <> (p.reason is not null)
              then format('it is %s, and its end says something else', p.status) end,
            case when p.status = 'SUCCESS' and p.taken_at is null then 'it was sent and never taken up' end
          ]) as problem from payouts p) found
        where problem is not null order by id`,
    },
    {
      name: 'the transaction of every payout that was sent is kept as used',
      differences: `
        select format('payout %s: its transaction %s is not kept as used', p.id, p.tx_id) as difference from payouts p
        where p.status = 'SUCCESS' and not exists (select from payout_transactions t where t.key =
          case when p.tx_id ~* '^(0x)?[0-9a-f]+$' then lower(regexp_replace(p.tx_id, '^0x', '', 'i')) else p.tx_id end)
        order by p.id`,
    },
    {
      name: 'nothing was given to the sender that no operator took up',
      differences: `
        select format('payout %s: it was given to the sender, and never taken up', p.id) as difference
        from payout_hand_overs h join payouts p on p.id = h.payout_id where p.taken_at is null order by p.id`,
    },
  ],
}
