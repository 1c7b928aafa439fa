import { appendOnly, statements } from './statements.ts'

/** What partners say of themselves, and which terms they have accepted. */
export const profilesAndLegals = statements(
  `alter table partners
     add column avatar text not null default '',
     add column sex text not null default '' check (sex in ('male', 'female', '')),
     add column birthdate text not null default '' check (birthdate = '' or birthdate ~ '^\\d{4}-\\d{2}-\\d{2}$'),
     add column city text not null default '',
     add column address1 text not null default '',
     add column address2 text not null default '',
     add column zip text not null default '',
     add column mobile text not null default '',
     add column position text not null default '',
     add column comment text not null default '',
     add column hide_contacts boolean not null default false,
     add column show_ref_link boolean not null default true,
     add column allow_public_profile smallint not null default 1 check (allow_public_profile between 0 and 3)`,

  `create table legal_acceptances (
     partner_id bigint not null references partners,
     product text not null,
     version text not null,
     accepted_at bigint not null,
     primary key (partner_id, product, version))`,
  `comment on column legal_acceptances.version is 'of the documents: their hash'`,
  ...appendOnly('legal_acceptances'),
)
