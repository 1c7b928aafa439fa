import type { LinkMonth } from '@partner-office/contracts'
import { monthsLater, monthStart } from '@partner-office/domain'
import { sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Core } from '../../core/core.ts'
import { recentSettings } from '../settings/read-settings.ts'

type Row = {
  readonly month: number
  readonly visits: string
  readonly registrations: number
  readonly firstOrders: number
}

/**
 * Reads what a partner's links brought in the last months, the current one first.
 *
 * An imported partner's account is made after the registration that the file names, a registration's before it: that tells
 * the two apart.
 *
 * Source: D-180; LNK-001.
 */
export async function readLinks(
  core: Core,
  partnerId: number,
  months: number,
): Promise<LinkMonth[]> {
  const { linkStatistics } = await recentSettings(core.database)
  const current = monthStart(core.clock())
  const starts = Array.from({ length: months }, (_, at) => monthsLater(current, at - months + 1))
  const { rows } = await sql<Row>`
    with registered as (
      select p.id, p.registered_at from partners p join passport.accounts a on a.user_id = p.id
      where p.sponsor_id = ${partnerId} and a.created_at < p.registered_at),
    counted as (
      select registered_at as at, 0 as visits, 1 as registrations, 0 as first_orders from registered
      union all
      select (select min(o.paid_at) from orders o where o.partner_id = r.id
        and not exists (select from cancellations c where c.order_id = o.id)), 0, 0, 1 from registered r
      union all
      select day, visits, 0, 0 from link_visits where partner_id = ${partnerId} and day >= ${starts[0]!})
    select m.start as month, coalesce(sum(c.visits), 0)::text as visits,
      coalesce(sum(c.registrations), 0)::integer as registrations,
      coalesce(sum(c.first_orders), 0)::integer as first_orders
    from unnest(${column(starts)}::bigint[]) with ordinality as m (start, number)
    left join counted c on width_bucket(c.at, ${column(starts)}::bigint[]) = m.number
    group by m.start order by m.start desc`.execute(core.database.read)
  return rows.map(({ visits, ...row }) => ({
    ...row,
    visits: linkStatistics === 'TRUE' ? Number(visits) : null,
  }))
}
