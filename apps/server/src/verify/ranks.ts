import type { Family } from './check.ts'

/** The SQL condition that a total and its largest legs reach rank `k`. */
const reaches = (total: string, legs: string) => `k.target_cents <= ${total}
  and pg_temp.v_counts(${total}, ${legs}, k.target_cents, k.legs, p.leg_rule) >= k.target_cents`

/**
 * Replays every reached rank: computes the turnovers right before and right after the order that is recorded to have
 * reached it.
 *
 * Applies orders and cancellations in fact order to a binary indexed tree over the places of the partners. It returns the
 * turnover of any team at any moment in O(log n), for any shape of the network.
 *
 * Only legs above the smallest cap matter, and a leg is never larger than the sum of all its orders, cancelled or not: so
 * only few legs are candidates for the largest.
 *
 * Source: decisions C1, C2, C11.2, C11.16, C11.19, D-041 to D-048, D-147.
 */
export const ranks: Family = {
  name: 'ranks',
  prepare: [
    `create function pg_temp.v_counts(total numeric, legs bigint[], target numeric, percents numeric[], leg_rule text)
     returns numeric language plpgsql immutable as $$
     declare
       counting numeric := total;
       cap numeric;
     begin
       if target <= 0 then
         return total;
       end if;
       for place in 1 .. least(cardinality(percents), cardinality(legs)) loop
         cap := target * percents[place];
         -- Legs are given largest first: where one does not fill the open place, no later one does.
         exit when leg_rule = 'sequential' and (legs[place] < cap or cap <= 0);
         counting := counting - greatest(legs[place] - cap, 0);
       end loop;
       return counting;
     end $$`,

    `create temp table v_reaches as
     select r.*, o.fact, o.partner_id as buyer_id, o.paid_at, o.plan_version as order_plan, o.recorded_at, o.rate_id,
       p.leg_rule, p.counts_own, p.rank_currency, m.measure, k.code, k.place as rank_place, k.legs, k.bonus_cents
     from rank_reaches r left join v_orders o on o.id = r.order_id left join v_plans p on p.version = r.plan_version
       left join v_measures m on m.stands and m.start_at =
         case r.ladder when 'bonus' then p.bonus_start else (-9223372036854775808)::bigint end
       left join v_ranks k on k.version = r.plan_version and k.id = r.rank_id`,
    `analyze v_reaches`,
    `create temp table v_questions as
     select r.measure, r.partner_id, r.order_id, r.plan_version, r.fact, p.place, p.last_place, r.counts_own,
       bool_or(r.legs <> '{1}') as needs_legs, c.smallest_cap, c.most_legs
     from v_reaches r join v_places p on p.id = r.partner_id
       join (
         select version, max(cardinality(legs)) as most_legs,
           coalesce(min(target_cents * (select min(leg) from unnest(legs) as l(leg)))
             filter (where target_cents > 0 and legs <> '{1}'), 0) as smallest_cap
         from v_ranks group by version) c on c.version = r.plan_version
     where r.fact is not null
     group by r.measure, r.partner_id, r.order_id, r.plan_version, r.fact, p.place, p.last_place, r.counts_own,
       c.smallest_cap, c.most_legs`,
    `analyze v_questions`,
    `create temp table v_legs as
     select p.sponsor_id, p.place, p.last_place, s.own + s.team as ever
     from v_places p join v_sums s on s.id = p.id and s.measure = 0 where p.sponsor_id is not null`,
    `create index on v_legs (sponsor_id, ever desc)`,
    `analyze v_legs`,

    // Up to here only one ladder was in use, and more turnover never counted for less in it. So each rank was reached
    // with an order, not by a new plan or by a cancellation between two orders.
    `create temp table v_first_ladder as
     with ladders as (
       select p.version, p.leg_rule, (p.leg_rule, p.counts_own, p.bonus_start, string_agg(
         concat_ws(' ', k.id, k.target_cents::float8, k.legs::float8[]), ', ' order by k.id)) as ladder
       from v_plans p left join v_ranks k using (version)
       group by p.version, p.leg_rule, p.counts_own, p.bonus_start
     ), used as (
       select o.fact, l.leg_rule, l.ladder, first_value(l.ladder) over (order by o.fact) as first_ladder
       from v_orders o join ladders l on l.version = o.plan_version
     )
     select coalesce(min(fact), 9223372036854775807) as until_fact from used
     where leg_rule <> 'ranked' or ladder <> first_ladder`,
    `create temp table v_states (measure integer, partner_id bigint, order_id bigint, plan_version integer,
       is_after boolean, total bigint, legs bigint[])`,
    `create function pg_temp.v_upto(sums bigint[], place integer) returns bigint language plpgsql immutable as $$
     declare
       at integer := place;
       total bigint := 0;
     begin
       while at > 0 loop
         total := total + sums[at];
         at := at & (at - 1);
       end loop;
       return total;
     end $$`,
    `create function pg_temp.v_replay(replayed integer) returns void language plpgsql as $$
     declare
       places constant integer := coalesce((select max(last_place) from v_places), 0);
       sums bigint[] := array_fill(0::bigint, array[places]);
       event record;
       leg record;
       at integer;
       total bigint;
       turnover bigint;
       smaller bigint;
       legs bigint[];
     begin
       for event in
         select o.fact, 1 as step, p.place, o.amount_cents as cents, null::v_questions as question
         from v_orders o join v_places p on p.id = o.partner_id, v_measures m
         where m.measure = replayed and o.paid_at >= m.start_at
         union all
         select o.cancelled, 1, p.place, -o.amount_cents, null
         from v_orders o join v_places p on p.id = o.partner_id, v_measures m
         where m.measure = replayed and o.paid_at >= m.start_at and o.cancelled is not null
         union all
         select q.fact, s.step, q.place, null, q
         from v_questions q cross join (values (0), (2)) as s(step) where q.measure = replayed
         order by fact, step
       loop
         if event.step = 1 then
           at := event.place;
           while at <= places loop
             sums[at] := sums[at] + event.cents;
             at := at + (at & -at);
           end loop;
           continue;
         end if;

         total := pg_temp.v_upto(sums, (event.question).last_place) - pg_temp.v_upto(sums,
           event.place - case when (event.question).counts_own then 1 else 0 end);
         legs := array_fill(0::bigint, array[(event.question).most_legs]);
         if (event.question).needs_legs then
           for leg in
             select l.place, l.last_place, l.ever from v_legs l
             where l.sponsor_id = (event.question).partner_id and l.ever > (event.question).smallest_cap
             order by l.ever desc
           loop
             exit when leg.ever <= legs[cardinality(legs)];
             turnover := pg_temp.v_upto(sums, leg.last_place) - pg_temp.v_upto(sums, leg.place - 1);
             for place in 1 .. cardinality(legs) loop
               if turnover > legs[place] then
                 smaller := legs[place];
                 legs[place] := turnover;
                 turnover := smaller;
               end if;
             end loop;
           end loop;
         end if;
         insert into v_states values (replayed, (event.question).partner_id, (event.question).order_id,
           (event.question).plan_version, event.step = 2, total, legs);
       end loop;
     end $$`,
    `select pg_temp.v_replay(measure) from (select distinct measure from v_questions) q`,
    `analyze v_states`,

    // Each partner's current turnovers, and the plan that last decided its ranks: the plan of the last order in its team.
    `create temp table v_tops as
     select measure, id, array_agg(leg order by place) as legs from (
       select s.measure, p.sponsor_id as id, s.own + s.team as leg,
         row_number() over (partition by s.measure, p.sponsor_id order by s.own + s.team desc) as place
       from v_sums s join v_places p using (id)
       where s.measure > 0 and p.sponsor_id is not null and s.own + s.team > 0) l
     where place <= (select max(cardinality(legs)) from v_ranks) group by measure, id`,
    `analyze v_tops`,
    `create temp table v_looked_at as
     select l.id, o.plan_version from (
       select n.id, n.last_order as own_order,
         greatest(t.last_order, case when p.counts_own then n.last_order end) as last_order,
         greatest(t.last_cancelled, n.last_cancelled) as last_cancelled
       from v_nodes n left join v_team t using (id) left join v_orders o on o.fact = n.last_order
         left join v_plans p on p.version = o.plan_version
       where t.last_order is not null or p.counts_own) l
     join v_orders o on o.fact = l.last_order join v_plans p on p.version = o.plan_version
     -- Where less turnover can count for more, or an own order was not looked at, now says nothing about then.
     where (p.leg_rule = 'ranked' or coalesce(l.last_cancelled, 0) < l.last_order)
       and (not p.counts_own or coalesce(l.own_order, 0) <= l.last_order)`,
    `analyze v_looked_at`,
  ],
  checks: [
    {
      name: 'a rank is reached with an order below, by the plan of that order',
      differences: `
        select format('partner %s, rank %s of the %s ladder: %s', r.partner_id, r.rank_id, r.ladder, problem)
          as difference
        from v_reaches r left join v_places p on p.id = r.partner_id left join v_places b on b.id = r.buyer_id
          cross join lateral unnest(array[
            case when r.fact is null then format('order %s does not exist', r.order_id) end,
            case when r.rank_place is null then format('plan %s has no such rank', r.plan_version)
              when r.rank_place = 1 then 'everybody holds it from the beginning' end,
            case when r.plan_version <> r.order_plan
              then format('by plan %s, order %s was decided by plan %s', r.plan_version, r.order_id, r.order_plan) end,
            case when r.reached_at <> r.paid_at
              then format('reached at %s, order %s was paid at %s', r.reached_at, r.order_id, r.paid_at) end,
            case when b.place not between p.place + case when r.counts_own then 0 else 1 end and p.last_place
              then format('order %s is not of the team', r.order_id) end]) as found(problem)
        where problem is not null order by r.partner_id, r.ladder, r.rank_id`,
    },
    {
      name: 'the orders reach the rank',
      differences: `
        select format('partner %s: ranks reached of the %s ladder say %s (%s) with order %s, the orders reach only %s',
          r.partner_id, r.ladder, r.code, r.rank_id, r.order_id, (
            select format('%s (%s)', k.code, k.id) from v_ranks k join v_plans p using (version)
            where k.version = r.plan_version and (k.place = 1 or ${reaches('s.total', 's.legs')})
            order by k.id desc limit 1)) as difference
        from v_reaches r join v_states s using (measure, partner_id, order_id, plan_version)
        where s.is_after and not exists (
          select from v_ranks k join v_plans p using (version)
          where k.version = r.plan_version and k.id >= r.rank_id and ${reaches('s.total', 's.legs')})
        order by r.partner_id, r.ladder, r.rank_id`,
    },
    {
      name: 'no rank is reached later than its orders say',
      differences: `
        select format('partner %s: rank %s (%s) of the %s ladder is said to be reached with order %s, '
          || 'the orders before reach it already', r.partner_id, r.code, r.rank_id, r.ladder, r.order_id) as difference
        from v_reaches r join v_states s using (measure, partner_id, order_id, plan_version)
        where not s.is_after and exists (
            select from v_ranks k join v_plans p using (version)
            where k.version = r.plan_version and k.id >= r.rank_id and ${reaches('s.total', 's.legs')})
          and r.fact < (select until_fact from v_first_ladder)
        order by r.partner_id, r.ladder, r.rank_id`,
    },
    {
      name: 'no rank on the way is left out',
      differences: `
        select format('partner %s: rank %s (%s) of the %s ladder is missing, order %s reached rank %s', r.partner_id,
          k.code, k.id, r.ladder, r.order_id, r.rank_id) as difference
        from (
          select *, coalesce(max(rank_id) over (partition by partner_id, ladder order by fact
              groups between unbounded preceding and 1 preceding), 0) as held
          from (
            select partner_id, ladder, fact, order_id, plan_version, max(rank_id) as rank_id from v_reaches
            group by partner_id, ladder, fact, order_id, plan_version) together) r
        join v_ranks k on k.version = r.plan_version and k.place > 1 and k.id > r.held and k.id < r.rank_id
        left join rank_reaches stored
          on stored.partner_id = r.partner_id and stored.ladder = r.ladder and stored.rank_id = k.id
        where stored.order_id is distinct from r.order_id order by r.partner_id, r.ladder, k.id`,
    },
    {
      name: 'nobody stands below what the orders reach',
      differences: `
        select format('partner %s: the orders reach %s (%s) of the %s ladder, ranks reached end at %s', id, code,
          rank_id, ladder, coalesce(held::text, 'none')) as difference
        from (
          select distinct on (n.id, l.ladder) n.id, l.ladder, k.code, k.id as rank_id, h.held
          from v_looked_at n join v_plans p on p.version = n.plan_version
            cross join (values ('ordinary'), ('bonus')) as l(ladder)
            join v_measures m on m.stands
              and m.start_at = case l.ladder when 'bonus' then p.bonus_start else (-9223372036854775808)::bigint end
            join v_sums s on s.id = n.id and s.measure = m.measure
            left join v_tops t on t.id = n.id and t.measure = m.measure
            left join (select partner_id, ladder, max(rank_id) as held from rank_reaches group by partner_id, ladder) h
              on h.partner_id = n.id and h.ladder = l.ladder
            join v_ranks k on k.version = n.plan_version and k.place > 1 and k.id > coalesce(h.held, 0)
              and ${reaches('(s.team + case when p.counts_own then s.own else 0 end)', `coalesce(t.legs, '{}')`)}
          order by n.id, l.ladder, k.id desc) found
        order by id, ladder`,
    },
  ],
}
