import type { Family } from './check.ts'

/** Commands that may need a second operator. The journal shows what they have changed. */
const ACTS = [
  'config set',
  'config unset',
  'rates set',
  'operator add',
  'operator roles',
  'operator reset',
  'cancel order',
  'payouts take',
  'payouts hand-over',
  'payout settings',
  'adjustments post',
  'holds release',
  'close',
  'plan load',
  'plan withdraw',
  'partner erase',
]

const NAMES = ACTS.map((command) => `'${command}'`).join(', ')

/**
 * An act that came from a proposal has one that another operator has approved, unless it says that one person could act alone.
 *
 * Source: requirements APR-019; D-157.
 */
export const fourEyes: Family = {
  name: 'four eyes',
  prepare: [
    `create temp table v_acts as
     select a.id, a.at, a.actor, a.command, (a.arguments ->> 'proposal')::bigint as proposal_id,
       coalesce((a.arguments ->> 'alone')::boolean, false) as is_alone
     from audit_log a where a.command in (${NAMES}) and a.arguments ? 'proposal'`,
  ],
  checks: [
    {
      name: 'an act of a proposal has one that two operators have agreed to',
      differences: `
        select format('entry %s of the audit log, %s by %s: %s', a.id, a.command, a.actor, case
            when p.id is null then format('proposal %s is missing', a.proposal_id)
            when p.state <> 'DONE' then format('proposal %s is %s', p.id, p.state)
            else format('proposal %s has no second operator', p.id) end) as difference
        from v_acts a left join console.proposals p on p.id = a.proposal_id
        where p.id is null or p.state <> 'DONE' or (p.decided_by = p.proposer_id and not a.is_alone)
        order by a.id`,
    },
    {
      name: 'a proposal that was done has its act in the audit log',
      differences: `
        select format('proposal %s is done, and the audit log has no act of it', p.id) as difference
        from console.proposals p
        where p.state = 'DONE' and not exists (select from v_acts a where a.proposal_id = p.id) order by p.id`,
    },
  ],
}
