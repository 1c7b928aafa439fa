import type { Family } from './check.ts'

/** The tables whose rows the journal records, with the columns of their keys. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  rates: ['id'],
  plans: ['version'],
  settings: ['name'],
  payout_routes: ['payout_from', 'payout_to'],
  payouts: ['id'],
  payout_hand_overs: ['payout_id'],
  wallets: ['partner_id', 'wallet_type'],
  closings: ['id'],
  period_seals: ['closing_id'],
  ledger_seals: ['last_transfer_id'],
  first_service: ['only_row'],
  statement_keys: ['generation'],
  statement_runs: ['period'],
  statements: ['partner_id', 'period', 'currency'],
}

/** Of a statement, which is long, the journal has the hash of its text. */
const STATEMENT = `to_jsonb(r) || jsonb_build_object('content', encode(sha256(convert_to(r.content, 'UTF8')), 'hex'))`

const rowsOf = ([place, key]: [string, readonly string[]]): string => `
  select '${place}' as place, ${key.map((column) => `r.${column}::text`).join(` || ' ' || `)} as key,
    ${place === 'statements' ? STATEMENT : 'to_jsonb(r)'} as content
  from ${place} r ${place === 'settings' ? `where name not like 'secret.%'` : ''}`

/**
 * Settings, rates, plans, payouts, closings, seals and statements are as the product has last written them.
 *
 * Source: decisions C11.25; the schema of the sealed history.
 */
export const journal: Family = {
  name: 'journal',
  prepare: [
    `create temp table v_rows as ${Object.entries(PLACES).map(rowsOf).join(' union all ')}`,
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
