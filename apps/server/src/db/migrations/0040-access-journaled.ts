import { statements } from './statements.ts'

/** What the journal records of a table: its key, columns as they are, and columns as digests. */
type Journaled = {
  readonly key: readonly string[]
  readonly plain: readonly string[]
  /** Secrets and personal data: of these the journal has digests. */
  readonly hidden: readonly string[]
  /** The account whose salt goes into the digests. */
  readonly owner: string
}

const JOURNALED: Readonly<Record<string, Journaled>> = {
  'passport.accounts': {
    key: ['user_id'],
    plain: ['email_confirmed', 'closed_at', 'password_changed_at'],
    hidden: ['email', 'password_hash', 'sealed_password'],
    owner: 'user_id',
  },
  'passport.authenticators': {
    key: ['user_id'],
    plain: ['confirmed_at'],
    hidden: ['sealed_secret'],
    owner: 'user_id',
  },
  'passport.recovery_codes': {
    key: ['user_id', 'code_hash'],
    plain: [],
    hidden: [],
    owner: 'user_id',
  },
  'passport.passkeys': {
    key: ['id'],
    plain: ['user_id', 'added_at'],
    hidden: ['credential_id', 'public_key'],
    owner: 'user_id',
  },
  'passport.mailed_tokens': {
    key: ['token_hash'],
    plain: ['user_id', 'purpose', 'expires_at'],
    hidden: ['address'],
    owner: 'user_id',
  },
  'passport.email_changes': {
    key: ['user_id'],
    plain: ['asked_at', 'changed_at'],
    hidden: ['old_email', 'new_email'],
    owner: 'user_id',
  },
  'passport.verifications': {
    key: ['user_id', 'document_type'],
    plain: ['id', 'status', 'updated_at', 'was_approved'],
    hidden: ['fields', 'reason'],
    owner: 'user_id',
  },
  'passport.sessions': {
    key: ['token_hash'],
    plain: ['user_id', 'opened_at'],
    hidden: [],
    owner: 'user_id',
  },
  registrations: {
    key: ['user_id'],
    plain: ['sponsor_id'],
    hidden: ['first_name', 'last_name', 'country_id', 'ui_language'],
    owner: 'user_id',
  },
}

const keyOf = (row: string, { key }: Journaled): string =>
  `concat_ws(' ', ${key.map((column) => `${row}.${column}`).join(', ')})`

const contentOf = (row: string, { plain, hidden, owner }: Journaled): string => {
  const salt = `(select salt from passport.accounts where user_id = ${row}.${owner})`
  const values = [
    ...plain.map((column) => `'${column}', ${row}.${column}`),
    ...hidden.map((column) => `'${column}', journal_digest(s.salt, ${row}.${column}::text)`),
  ]
  const salted = hidden.length === 0 ? '' : ` from (select ${salt} as salt) s`
  return `(select jsonb_build_object(${values.join(', ')})${salted})`
}

/** New and deleted rows are journaled by statement, since an import writes a million accounts; changed rows one by one. */
function journalTable([table, journaled]: readonly [string, Journaled]): string[] {
  const { key, plain, hidden } = journaled
  const name = table.replace('passport.', '')
  const byApplication = `(current_user = 'partner_office_app')`
  const salt = table === 'passport.accounts' ? ['salt'] : []
  return [
    `create function journal_new_${name}() returns trigger language plpgsql as $$
     begin
       insert into journal (place, key, content)
         select '${table}', ${keyOf('r', journaled)}, ${contentOf('r', journaled)} from changed r order by 2;
       return null;
     end $$`,
    `create function journal_deleted_${name}() returns trigger language plpgsql as $$
     begin
       insert into journal (place, key, content) select '${table}', ${keyOf('r', journaled)}, null from changed r order by 2;
       return null;
     end $$`,
    // A row whose key changes is another row: the earlier one has gone.
    `create function journal_changed_${name}() returns trigger language plpgsql as $$
     begin
       if ${keyOf('old', journaled)} <> ${keyOf('new', journaled)} then
         insert into journal (place, key, content) values ('${table}', ${keyOf('old', journaled)}, null);
       end if;
       insert into journal (place, key, content)
         values ('${table}', ${keyOf('new', journaled)}, ${contentOf('new', journaled)});
       return null;
     end $$`,
    `create trigger access_is_journaled after insert on ${table} referencing new table as changed
       for each statement when ${byApplication} execute function journal_new_${name}()`,
    `create trigger deleted_access_is_journaled after delete on ${table} referencing old table as changed
       for each statement when ${byApplication} execute function journal_deleted_${name}()`,
    `create trigger changed_access_is_journaled
       after update of ${[...key, ...plain, ...hidden, ...salt].join(', ')} on ${table}
       for each row when ${byApplication} execute function journal_changed_${name}()`,
    `insert into journal (place, key, content)
       select '${table}', ${keyOf('r', journaled)}, ${contentOf('r', journaled)} from ${table} r order by 2`,
  ]
}

/**
 * Who gets access or money is journaled as settings are: accounts, second factors, mailed tokens, changes of address,
 * verifications, sessions, sponsors of waiting registrations, locks of payouts. Of secrets and personal data the journal
 * has digests with the account's salt, which an erasure replaces.
 *
 * Mailed tokens name the address that they were mailed to, and changes of address when they were asked for. Open requests
 * of payouts carry a seal.
 */
export const accessJournaled = statements(
  `alter table passport.mailed_tokens add column address text`,
  `comment on column passport.mailed_tokens.address is 'the address that the mail went to; the token is redeemed for no other one'`,
  `update passport.mailed_tokens t set address = case t.purpose
     when 'email' then (select c.new_email from passport.email_changes c where c.user_id = t.user_id)
     when 'emailBack' then (select c.old_email from passport.email_changes c where c.user_id = t.user_id)
     else (select a.email from passport.accounts a where a.user_id = t.user_id) end`,
  `delete from passport.mailed_tokens where address is null`,
  `alter table passport.mailed_tokens alter column address set not null`,
  `alter table passport.email_changes add column asked_at bigint`,
  `update passport.email_changes c set asked_at = coalesce(
     (select t.expires_at - 86400000 from passport.mailed_tokens t where t.user_id = c.user_id and t.purpose = 'email'), 0)`,
  `alter table passport.email_changes alter column asked_at set not null`,

  // Requests of earlier versions have no seal: their partners ask again.
  `update payout_guards set sessions = '{}' where sessions <> '{}'`,
  `comment on column payout_guards.sessions is
     'the open request of each source, sealed by the application; a new one takes the place of the old'`,

  `alter table passport.accounts add column salt uuid not null default gen_random_uuid()`,
  `comment on column passport.accounts.salt is 'of the digests in the journal; an erasure replaces it'`,
  `create function journal_digest(salt uuid, value text) returns text language sql immutable as $$
     select left(encode(sha256(convert_to(salt || ' ' || value, 'UTF8')), 'hex'), 32) $$`,
  ...Object.entries(JOURNALED).flatMap(journalTable),

  `create function journal_payout_lock() returns trigger language plpgsql as $$
   declare
     item jsonb := case when tg_op = 'UPDATE' and new.locked_at is not null
       then jsonb_build_object('locked_at', new.locked_at) end;
   begin
     insert into journal (place, key, content) values ('payout_guards', old.partner_id::text, item);
     return null;
   end $$`,
  `create trigger changed_access_is_journaled after update on payout_guards for each row
     when (old.locked_at is distinct from new.locked_at and current_user = 'partner_office_app')
     execute function journal_payout_lock()`,
  // An argument of the audit log can be erased, which the journal records; nothing else about an entry ever changes.
  `create function guard_audit_entry() returns trigger language plpgsql as $$
   begin
     if (to_jsonb(new) - 'arguments') is distinct from (to_jsonb(old) - 'arguments')
       or exists (
         select from jsonb_each(old.arguments) o full join jsonb_each(new.arguments) n using (key)
         where o.value is null or n.value is null
           or n.value is distinct from o.value and n.value is distinct from '"erased"'::jsonb) then
       raise exception 'audit_log is append-only: update is refused' using errcode = '42501';
     end if;
     return new;
   end $$`,
  `drop trigger append_only on audit_log`,
  `create trigger append_only before delete or truncate on audit_log for each statement execute function refuse_change()`,
  `create trigger guard_audit_entry before update on audit_log for each row execute function guard_audit_entry()`,
  `create trigger changed_access_is_journaled after update on audit_log for each row
     when (current_user = 'partner_office_app') execute function record_in_journal('id')`,
  `grant update (arguments) on audit_log to partner_office_app`,

  `insert into journal (place, key, content)
     select 'payout_guards', partner_id::text, jsonb_build_object('locked_at', locked_at) from payout_guards
     where locked_at is not null order by partner_id`,
)
