import { statements } from './statements.ts'

/**
 * A file of orders on its way into the facts, for databases with one session: it is recorded in slices.
 *
 * Without a row in `accepted_import`, staged orders are leftovers of a file that was never accepted. With a row, the file is
 * recorded for good: staged orders paid after `recorded_until` are not facts yet and will be. `recorded_until` and the sums
 * move in the transaction of each slice. The last slice empties both tables.
 */
export const stagedOrders = statements(
  `create table staged_orders (
     order_id bigint not null unique,
     partner_id bigint not null,
     paid_at bigint not null,
     amount_cents bigint not null,
     primary key (paid_at, order_id))`,
  `create table accepted_import (
     only_row boolean primary key default true check (only_row),
     accepted_at bigint not null,
     orders bigint not null,
     recorded bigint not null,
     recorded_until bigint not null,
     open_cents bigint not null)`,
  `grant select, insert, truncate on staged_orders to partner_office_app`,
  `grant select, insert, update, truncate on accepted_import to partner_office_app`,
)
