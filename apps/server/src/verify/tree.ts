import type { Family } from './check.ts'

/**
 * Settings for functions that go level by level, where each level must look up its partners by an index. A query plan that
 * reads all partners at each level is quadratic in a chain; a plan with the join reversed is quadratic in a star. The joins
 * are therefore lateral, with an `offset 0` that keeps the planner from reordering them.
 */
export const BY_INDEX = `set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  set enable_material = off`

/**
 * The tree: `v_tree` holds all partners reachable from a root, with their depth counted on the way down.
 *
 * Source: decisions C0; the schema's "a sponsor's depth is one less than the partner's".
 */
export const tree: Family = {
  name: 'tree',
  prepare: [
    `create temp table v_tree (id bigint, sponsor_id bigint, depth integer)`,
    `create function pg_temp.v_descend() returns void language plpgsql ${BY_INDEX} as $$
     begin
       insert into v_tree
       with recursive line as (
         select id, sponsor_id, 0 as depth from v_partners where sponsor_id is null
         union all
         select p.id, l.id, l.depth + 1 from line l cross join lateral (
           select id from v_partners where sponsor_id = l.id offset 0) p)
       select * from line;
     end $$`,
    `select pg_temp.v_descend()`,
    `create index on v_tree (depth)`,
    `create unique index on v_tree (id)`,
    `analyze v_tree`,
  ],
  checks: [
    {
      name: 'every sponsor exists',
      differences: `
        select format('partner %s: the sponsor %s does not exist', p.id, p.sponsor_id) as difference
        from v_partners p left join v_partners s on s.id = p.sponsor_id
        where p.sponsor_id is not null and s.id is null order by p.id`,
    },
    {
      name: 'everybody stands one line below the sponsor, roots at depth 0',
      differences: `
        select format('partner %s: depth %s, %s', p.id, p.depth,
          case when s.id is null then 'a root' else format('the sponsor %s stands at depth %s', s.id, s.depth) end)
          as difference
        from v_partners p left join v_partners s on s.id = p.sponsor_id
        where p.depth <> coalesce(s.depth + 1, 0) and (s.id is not null or p.sponsor_id is null) order by p.id`,
    },
    {
      name: 'everybody stands below a root',
      differences: `
        select format('partner %s does not stand below a root: the way up never ends', p.id)
          as difference
        from v_partners p left join v_tree t on t.id = p.id
        where t.id is null and exists (select from v_partners s where s.id = p.sponsor_id) order by p.id`,
    },
  ],
}
