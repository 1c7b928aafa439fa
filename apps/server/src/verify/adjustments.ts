import { comparison, type Family } from './check.ts'

const posting = comparison({
  'the partner': ['a.partner_id', 'd.partner_id'],
  'the account': ['a.name', 'd.account'],
  'the account of the company': ['c.name', `'adjustments'`],
  'the currency': ['t.currency', 'd.currency'],
  'the amount': ['t.amount::numeric', 'abs(d.amount)'],
  'the kind': ['t.kind', `'ADJUSTMENT'`],
  'to the partner': ['t.credit_account_id = t.partner_account_id', 'd.amount > 0'],
  'the key': ['t.idempotency_key', `format('adjustment:%s:%s', d.proposal_id, d.line)`],
  'the reference': ['t.reference', `format('adjustment %s', d.id)`],
  'the instant': ['t.created_at', 'd.posted_at'],
})

/** What a line of a proposal asks for, as its row must have it. */
const asked = comparison({
  'the partner': ['d.partner_id', `(l.line ->> 'partnerId')::bigint`],
  'the account': ['d.account', `l.line ->> 'account'`],
  'the sign': [`case when d.amount > 0 then 'credit' else 'debit' end`, `l.line ->> 'direction'`],
  'the amount': [
    'abs(d.amount)',
    `(l.line ->> 'amount')::numeric * ('1e' || pg_temp.v_decimals(d.currency))::numeric`,
  ],
  'the reason': ['d.reason', `l.line ->> 'reason'`],
  'the record': ['d.record_id', `(l.line ->> 'recordId')::bigint`],
  'the order': ['d.order_id', `(l.line ->> 'orderId')::bigint`],
  'the rank': ['d.rank_id::integer', `(l.line ->> 'rankId')::integer`],
  'the adjustment that is taken back': ['d.takes_back', `(l.line ->> 'takesBack')::bigint`],
  'the dispute': ['d.dispute_id', `(l.line ->> 'disputeId')::bigint`],
  'the hold': ['d.hold_id', `(l.line ->> 'holdId')::bigint`],
})

/**
 * Adjustments and holds: each adjustment has one transfer and stands in a proposal that was done; a hold that a debit has ended has
 * that debit.
 *
 * Source: D-164, D-165; requirements ADJ-013.
 */
export const adjustments: Family = {
  name: 'adjustments',
  prepare: [],
  checks: [
    {
      name: 'every adjustment is posted as it says',
      differences: `
        select format('adjustment %s: %s', d.id, case
            when t.id is null then format('its transfer %s does not exist', d.transfer_id)
            else format('of its transfer %s, %s', t.id, ${posting.words}) end) as difference
        from adjustments d left join transfers t on t.id = d.transfer_id
          left join accounts a on a.id = t.partner_account_id
          left join accounts c on c.id = t.debit_account_id + t.credit_account_id - t.partner_account_id
        where t.id is null or ${posting.differ} order by d.id`,
    },
    {
      name: 'every transfer of an adjustment belongs to one',
      differences: `
        select format('transfer %s: %s of %s, for which there is no adjustment', t.id, t.kind,
          pg_temp.v_coins(t.amount, t.currency)) as difference
        from transfers t where t.kind = 'ADJUSTMENT'
          and not exists (select from adjustments d where d.transfer_id = t.id) order by t.id`,
    },
    {
      name: 'every adjustment is a line of a proposal that was approved',
      differences: `
        select format('adjustment %s: %s', d.id, case
            when p.id is null then format('its proposal %s does not exist', d.proposal_id)
            when p.kind <> 'adjustment' then format('its proposal %s is one of the kind %s', p.id, p.kind)
            when p.state <> 'DONE' then format('its proposal %s is %s', p.id, p.state)
            when l.line is null then format('its proposal %s has no line %s', p.id, d.line)
            else format('of its proposal %s, %s', p.id, ${asked.words}) end) as difference
        from adjustments d left join console.proposals p on p.id = d.proposal_id
          left join lateral (select p.after -> 'lines' -> d.line as line) l on true
        where p.id is null or p.kind <> 'adjustment' or p.state <> 'DONE' or l.line is null or ${asked.differ}
        order by d.id`,
    },
    {
      name: 'every line of an approved proposal is an adjustment',
      differences: `
        select format('proposal %s has %s lines and %s adjustments', p.id, jsonb_array_length(p.after -> 'lines'),
          count(d.id)) as difference
        from console.proposals p left join adjustments d on d.proposal_id = p.id
        where p.kind = 'adjustment' and p.state = 'DONE' group by p.id
        having count(d.id) <> jsonb_array_length(p.after -> 'lines') order by p.id`,
    },
    {
      name: 'a dispute is corrected if adjustments have corrected it',
      differences: `
        select format('dispute %s: %s', q.id, case
            when d.id is null then format('it was corrected at %s, and no adjustment has done it', e.at)
            else format('adjustment %s is not for its partner', d.id) end) as difference
        from console.disputes q
          left join lateral (values (q.state, q.ended_at), (q.earlier_state, q.earlier_ended_at)) e(state, at)
            on e.state = 'CORRECTED'
          left join adjustments d on d.dispute_id = q.id and d.posted_at = e.at
        where e.state = 'CORRECTED' and (d.id is null or d.partner_id <> q.partner_id)
        union all
        select format('adjustment %s: dispute %s was not corrected when it was posted', d.id, d.dispute_id)
        from adjustments d left join console.disputes q on q.id = d.dispute_id
        where d.dispute_id is not null and not coalesce(q.state = 'CORRECTED' and q.ended_at = d.posted_at
          or q.earlier_state = 'CORRECTED' and q.earlier_ended_at = d.posted_at, false)
        order by difference`,
    },
    {
      name: 'a hold has ended by a debit if one names it',
      differences: `
        select format('hold %s: %s', h.id, case
            when d.id is null then 'no debit has ended it'
            else format('adjustment %s has ended it, and it is %s', d.id, coalesce(h.ended_as, 'open')) end) as difference
        from holds h left join adjustments d on d.hold_id = h.id
        where (d.id is not null) <> coalesce(h.ended_as = 'DEBITED', false)
          or (d.partner_id, d.account) is distinct from (h.partner_id, h.account) and d.id is not null
        order by h.id`,
    },
    {
      name: 'a hold of a line is of that line, partner and account',
      differences: `
        select format('hold %s is not that of record %s', h.id, h.record_id) as difference
        from holds h left join bonus_records b on b.id = h.record_id
          left join transfers t on t.id = b.transfer_id left join accounts a on a.id = t.partner_account_id
        where h.record_id is not null and (b.partner_id, a.name, b.currency, b.amount::numeric)
          is distinct from (h.partner_id, h.account, h.currency, h.amount::numeric)
        order by h.id`,
    },
    {
      name: 'a release of a hold has its entry in the audit log',
      differences: `
        select format('hold %s was released, and no proposal has released it', h.id) as difference
        from holds h where h.ended_as = 'RELEASED' and not exists (
          select from console.proposals p where p.kind = 'hold_release' and p.state = 'DONE' and p.object = h.id::text)
        order by h.id`,
    },
  ],
}
