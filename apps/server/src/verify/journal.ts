import type { Family } from './check.ts'

/** The tables whose rows the journal records, with the columns of their keys. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  rates: ['id'],
  plans: ['version'],
  settings: ['name'],
  payout_routes: ['payout_from', 'payout_to'],
  payouts: ['id'],
  payout_takings: ['id'],
  payout_batches: ['id'],
  payout_hand_overs: ['payout_id'],
  wallets: ['partner_id', 'wallet_type'],
  adjustments: ['id'],
  holds: ['id'],
  external_ids: ['id'],
  closings: ['id'],
  period_seals: ['closing_id'],
  ledger_seals: ['last_transfer_id'],
  first_service: ['only_row'],
  statement_keys: ['generation'],
  statement_runs: ['period'],
  statements: ['partner_id', 'period', 'currency'],
  disclosures: ['period', 'months'],
  'console.operator_roles': ['operator_id', 'role'],
  'console.disputes': ['id'],
  'console.proposals': ['id'],
}

/** Access: of secrets and personal data the journal has digests, with the salt of the account or operator. */
const ACCESS: Readonly<Record<string, Access>> = {
  'passport.accounts': {
    key: ['user_id'],
    plain: ['email_confirmed', 'closed_at', 'password_changed_at'],
    hidden: ['email', 'password_hash', 'sealed_password'],
  },
  'passport.authenticators': {
    key: ['user_id'],
    plain: ['confirmed_at'],
    hidden: ['sealed_secret'],
  },
  'passport.recovery_codes': { key: ['user_id', 'code_hash'], plain: [], hidden: [] },
  'passport.passkeys': {
    key: ['id'],
    plain: ['user_id', 'added_at'],
    hidden: ['credential_id', 'public_key'],
  },
  'passport.mailed_tokens': {
    key: ['token_hash'],
    plain: ['user_id', 'purpose', 'expires_at'],
    hidden: ['address'],
  },
  'passport.email_changes': {
    key: ['user_id'],
    plain: ['asked_at', 'changed_at'],
    hidden: ['old_email', 'new_email'],
  },
  'passport.verifications': {
    key: ['user_id', 'document_type'],
    plain: ['id', 'status', 'updated_at', 'was_approved'],
    hidden: ['fields', 'reason'],
  },
  'passport.sessions': { key: ['token_hash'], plain: ['user_id', 'opened_at'], hidden: [] },
  registrations: {
    key: ['user_id'],
    plain: ['sponsor_id'],
    hidden: ['first_name', 'last_name', 'country_id', 'ui_language'],
  },
  'console.operators': {
    key: ['id'],
    plain: ['email', 'locked_at', 'removed_at', 'added_by', 'recovered_at', 'recovered_by'],
    hidden: ['password_hash'],
  },
  'console.operator_factors': {
    key: ['id'],
    plain: ['operator_id', 'kind', 'added_at', 'confirmed_at'],
    hidden: ['sealed_secret', 'credential_id', 'public_key'],
  },
  'console.links': {
    key: ['operator_id'],
    plain: ['token_hash', 'expires_at'],
    hidden: ['password_hash', 'sealed_secret'],
  },
  'console.sessions': {
    key: ['token_hash'],
    plain: ['operator_id', 'opened_at', 'fresh_at'],
    hidden: [],
  },
  'console.endpoints': {
    key: ['id'],
    plain: [
      'address',
      'types',
      'sealed_secret',
      'sealed_former_secret',
      'former_until',
      'is_on',
      'off_because',
      'added_at',
    ],
    hidden: [],
  },
}

type Access = {
  readonly key: readonly string[]
  readonly plain: readonly string[]
  readonly hidden: readonly string[]
}

const digestOf = (column: string): string =>
  `left(encode(sha256(convert_to(s.salt || ' ' || r.${column}::text, 'UTF8')), 'hex'), 32)`

const accessOf = ([place, { key, plain, hidden }]: [string, Access]): string => `
  select '${place}' as place, ${key.map((column) => `r.${column}::text`).join(` || ' ' || `)} as key,
    jsonb_build_object(${[
      ...plain.map((column) => `'${column}', r.${column}`),
      ...hidden.map((column) => `'${column}', ${digestOf(column)}`),
    ].join(', ')}) as content
  from ${place} r ${hidden.length === 0 ? '' : saltsOf(place)}`

/** The rows with the salts of the digests. */
function saltsOf(place: string): string {
  if (!place.startsWith('console.')) return 'left join passport.accounts s on s.user_id = r.user_id'
  const owner = place === 'console.operators' ? 'id' : 'operator_id'
  return `left join console.operators s on s.id = r.${owner}`
}

const LOCKS = `
  select 'payout_guards' as place, partner_id::text as key, jsonb_build_object('locked_at', locked_at,
    'stop_reason', stop_reason, 'stop_until', stop_until, 'stopped_by', stopped_by) as content
  from payout_guards where locked_at is not null`

/** Entries of the audit log of which an argument was erased: their hash is of what they said before. */
const ERASED_ENTRIES = `
  select 'audit_log' as place, id::text as key, to_jsonb(r) as content from audit_log r
  where exists (select from journal j where j.place = 'audit_log' and j.key = r.id::text)`

/** Of long texts the journal has the hashes. */
const hashed = (...columns: readonly string[]): string =>
  `to_jsonb(r) || jsonb_build_object(${columns
    .map((column) => `'${column}', encode(sha256(convert_to(r.${column}, 'UTF8')), 'hex')`)
    .join(', ')})`

const HASHED: Readonly<Record<string, string>> = {
  statements: hashed('content'),
  disclosures: hashed('content', 'csv'),
}

const rowsOf = ([place, key]: [string, readonly string[]]): string => `
  select '${place}' as place, ${key.map((column) => `r.${column}::text`).join(` || ' ' || `)} as key,
    ${HASHED[place] ?? 'to_jsonb(r)'} as content
  from ${place} r ${place === 'settings' ? `where name not like 'secret.%'` : ''}`

/**
 * Settings, rates, plans, payouts, closings, seals, statements and what gives access are as the product has last written
 * them.
 *
 * Source: decisions C11.25; the schema of the sealed history.
 */
export const journal: Family = {
  name: 'journal',
  prepare: [
    `create temp table v_rows as ${[
      ...Object.entries(PLACES).map(rowsOf),
      ...Object.entries(ACCESS).map(accessOf),
      LOCKS,
      ERASED_ENTRIES,
    ].join(' union all ')}`,
    `create temp table v_entries as
     select distinct on (place, key) place, key, content from journal order by place, key, id desc`,
  ],
  checks: [
    {
      name: 'every row is as the product has last written it',
      differences: `
        select format('%s %s: %s', place, key, case
            when r.content is null then 'it was written and is missing'
            when e.content is null then 'the product has not written it'
            else (
              select string_agg(format('%s is %s, written was %s', name, coalesce(r.content ->> name, 'empty'),
                coalesce(written #>> '{}', 'empty')), '; ' order by name)
              from jsonb_each(e.content) as w(name, written) where r.content -> name is distinct from written) end)
          as difference
        from v_rows r full join (select * from v_entries where content is not null) e using (place, key)
        where r.content is null or e.content is null
          or exists (select from jsonb_each(e.content) as w(name, written) where r.content -> name is distinct from written)
        order by place, key`,
    },
  ],
}
