import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Types of what `write_orders` and `post_credits` get, in place of an array for each column. */
export const ordersAsRows: Migration = {
  async up(db) {
    await sql`
      drop function if exists write_orders;

      create type decided_order as (
        id bigint,
        partner_id bigint,
        paid_at bigint,
        cents bigint,
        plan_version integer,
        rate_id bigint,
        unpaid_partners bigint[],
        unpaid_levels smallint[],
        unpaid_reasons unpaid_reason[]);

      create type reached_rank as (
        partner_id bigint,
        ladder text,
        rank_id smallint,
        order_id bigint,
        reached_at bigint,
        plan_version integer,
        credit_key text);

      create type bonus_credit as (
        key text,
        reference text,
        partner_id bigint,
        account text,
        type text,
        order_id bigint,
        level integer,
        currency text,
        amount numeric,
        paid_at bigint,
        period text,
        plan_version integer,
        rank_id smallint,
        percent numeric,
        base_cents bigint,
        rate_id bigint,
        rate numeric,
        before_cut numeric,
        closing_id bigint,
        derivation integer,
        pool smallint,
        turbo_window integer,
        credited_before numeric)`.execute(db)
  },
}
