import { sql } from 'kysely'

/** What the act of an entry `a` was on; the index `audit_log_object` has the same words. */
export const AUDIT_OBJECT = sql<
  string | null
>`coalesce(a.arguments ->> 'object', a.arguments ->> 'operator',
  a.arguments -> 'words' ->> 0, a.arguments ->> 'orderId', a.arguments ->> 'id', a.arguments ->> 'month')`
