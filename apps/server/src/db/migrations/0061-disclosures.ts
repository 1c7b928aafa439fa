import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The income disclosure of each sealed month and of twelve months, and the incomes that twelve months are added up from. */
export const disclosures: Migration = {
  async up(db) {
    await sql`
      create table disclosures (
        period text not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
        months smallint not null check (months in (1, 12)),
        content text,
        csv text,
        key_id text references statement_keys(id),
        primary key (period, months),
        check (((content is null) = (csv is null)) and ((content is null) = (key_id is null))));
      comment on column disclosures.period is 'the month, or the last one of twelve';
      comment on column disclosures.content is
        'the signed disclosure as JSON; null where there were fewer than ten members';
      comment on column disclosures.csv is 'the same numbers as a signed table';
      grant select, insert on disclosures to partner_office_app;

      create table disclosed_incomes (
        period text primary key check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
        partner_ids bigint[] not null,
        incomes bigint[] not null,
        check (cardinality(partner_ids) = cardinality(incomes)));
      comment on table disclosed_incomes is 'what members earned in a month: twelve months are added up from it; never shown';
      comment on column disclosed_incomes.partner_ids is 'members with an income other than 0, by id';
      comment on column disclosed_incomes.incomes is 'of the same members, in 1e-8 EUR';
      grant select, insert on disclosed_incomes to partner_office_app`.execute(db)
  },
}
