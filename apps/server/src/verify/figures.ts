import { comparison, type Family } from './check.ts'

const compared = comparison({
  'the sponsor': ['e.sponsor_id', 'f.sponsor_id'],
  'the registration': ['e.registered_at', 'f.registered_at'],
  'the own turnover': ['e.own', 'f.own'],
  'the size of the first line': ['e.fl_size', 'f.fl_size'],
  'the turnover of the first line': ['e.fl_turnover', 'f.fl_turnover'],
  'the size of the team': ['e.team_size', 'f.team_size'],
  'the turnover of the team': ['e.team_turnover', 'f.team_turnover'],
  'active until': ['e.active_until', 'f.active_until'],
  blocked: ['e.blocked', 'f.blocked'],
  'the rank held': ['e.held', 'f.held'],
  'the rank held on the bonus ladder': ['e.held_bonus', 'f.held_bonus'],
})

/**
 * Compares the figures of every partner, computed from the orders that are not cancelled, with the product's answers.
 *
 * Source: decisions C0, C8, C11.3.
 */
export const figures: Family = {
  name: 'figures',
  prepare: [
    `create temp table v_figures as
     select n.id, n.sponsor_id, p.registered_at, n.own, coalesce(t.fl_size, 0) as fl_size,
       coalesce(t.fl_turnover, 0) as fl_turnover, coalesce(t.team_size, 0) as team_size,
       coalesce(t.team_turnover, 0) as team_turnover, a.active_until,
       coalesce(b.blocked, false)::integer as blocked, coalesce(r.held, 0) as held,
       coalesce(r.held_bonus, 0) as held_bonus
     from v_nodes n join v_partners p using (id) left join v_team t using (id)
       left join v_active_until a on a.partner_id = n.id
       left join (select distinct on (partner_id) partner_id, blocked from partner_blocks
         order by partner_id, fact desc) b on b.partner_id = n.id
       left join (select partner_id, max(rank_id) filter (where ladder = 'ordinary') as held,
           max(rank_id) filter (where ladder = 'bonus') as held_bonus
         from rank_reaches group by partner_id) r on r.partner_id = n.id`,
    `analyze v_figures`,
  ],
  checks: [
    {
      name: 'the figures hold everybody once',
      differences: `
        select format('the figures hold partner %s %s times', id, count(*)) as difference
        from v_engine group by id having count(*) > 1 order by id`,
    },
    {
      name: 'the figures follow from the facts',
      differences: `
        select format('figures of partner %s: %s', coalesce(f.id, e.id), case
            when e.id is null then 'they are missing'
            when f.id is null then 'there is no such partner in the tree'
            else ${compared.words} end) as difference
        from v_figures f full join v_engine e on e.id = f.id
        where e.id is null or f.id is null or ${compared.differ}
        order by coalesce(f.id, e.id)`,
    },
  ],
}
