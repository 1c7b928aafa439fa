import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Indexes by which the console finds partners, and the partners who are hidden. Source: requirements PTR-001, PTR-008; D-182. */
export const partnersOfTheConsole: Migration = {
  async up(db) {
    await sql`
      create index partners_email_start on partners (lower(email) collate "C", id);
      create index wallets_lower_address on wallets (lower(address), partner_id);
      create index payouts_lower_address on payouts (lower(address), partner_id);
      create index payouts_tx on payouts (tx_id, partner_id) where tx_id is not null;

      create table hidden_partners (
        partner_id bigint primary key references partners(id),
        reason text not null,
        since bigint not null);
      comment on table hidden_partners is
        'their invite page and public profile answer like an unknown code; team, figures and money stay';
      grant select, insert, delete on hidden_partners to partner_office_app`.execute(db)
  },
}
