import { statements } from './statements.ts'

/** Pictures of partners, in the database: every process serves them, and backups hold them. */
export const pictures = statements(
  `create table avatars (
     partner_id bigint primary key references partners,
     name text not null unique,
     picture bytea not null,
     stored_at bigint not null)`,
  `comment on column avatars.name is 'unguessable, and another one for each picture'`,
  `grant select, insert, update, delete on avatars to partner_office_app`,
)
