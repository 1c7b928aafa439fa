import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'
import { comparison, type Family } from './check.ts'

/** Bonus types credited with an order, and bonus types of a month (D-060). */
const AT_AN_ORDER = ['DIRECT', 'TEAM', 'TURNOVER']
const OF_A_MONTH = [
  'UCHAIN_INFINITY',
  'DIAMOND',
  'DIAMOND_POOL',
  'WINNER',
  'LIFESTYLE',
  'BSP',
  'CYCLED_TURBO',
]
const TYPES = [...AT_AN_ORDER, ...OF_A_MONTH]

const list = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ')

const posting = comparison({
  'the partner': ['a.partner_id', 'b.partner_id'],
  'the account': ['a.name', 'n.name'],
  'the account of the company': ['c.name', `'bonus_expense'`],
  'the currency': ['t.currency', 'b.currency'],
  'the amount': ['t.amount::numeric', 'abs(b.amount)'],
  'the kind': ['t.kind', `b.type || case when b.reverses_id is null then '' else '_REVERSAL' end`],
  'to the partner': ['t.credit_account_id = t.partner_account_id', 'b.amount > 0'],
})

/**
 * The ledger: every bonus record has its transfer and vice versa, and every balance is the sum of its transfers.
 *
 * Source: decisions B4, C9 (properties), D-144; architecture section 3, "Ledger words".
 */
export const ledger: Family = {
  name: 'ledger',
  prepare: [
    `create temp table v_account_sums as
     select account_id, sum(amount) as balance from (
       select credit_account_id as account_id, amount::numeric as amount from transfers
       union all select debit_account_id, -amount::numeric from transfers) moved
     group by account_id`,
    `analyze v_account_sums`,
    `create temp table v_not_finite (place text, id text, value text)`,
    findNotFinite,
  ],
  checks: [
    {
      name: 'every bonus record is of a known type, those of a month say which',
      differences: `
        select format('bonus record %s of partner %s: %s', id, partner_id, case when type in (${list(OF_A_MONTH)})
          then type || ', without the month it belongs to' else type || ' is no type of bonus' end) as difference
        from bonus_records
        where type not in (${list(TYPES)}) or (type in (${list(OF_A_MONTH)}) and period is null) order by id`,
    },
    {
      name: 'every bonus record is posted as it says',
      differences: `
        select format('bonus record %s: %s', b.id, case
            when t.id is null then format('its transfer %s does not exist', b.transfer_id)
            else format('of its transfer %s, %s', t.id, ${posting.words}) end) as difference
        from bonus_records b left join transfers t on t.id = b.transfer_id
          left join accounts a on a.id = t.partner_account_id
          left join accounts c on c.id = t.debit_account_id + t.credit_account_id - t.partner_account_id
          left join v_account_names n on n.currency = b.currency
        where t.id is null or ${posting.differ} order by b.id`,
    },
    {
      name: 'every bonus posted has one record',
      differences: `
        select format('transfer %s: %s of %s, for which there are %s records', t.id, t.kind,
          pg_temp.v_coins(t.amount, t.currency), count(b.id)) as difference
        from transfers t left join bonus_records b on b.transfer_id = t.id
        where t.kind in (${list(TYPES.flatMap((type) => [type, `${type}_REVERSAL`]))})
        group by t.id having count(b.id) <> 1 order by t.id`,
    },
    {
      name: 'every transfer moves between a partner and the company, in one currency',
      differences: `
        select format('transfer %s: %s', id, problem) as difference from (
          select t.id, unnest(array[
            case when d.id is null then format('its debit account %s does not exist', t.debit_account_id) end,
            case when c.id is null then format('its credit account %s does not exist', t.credit_account_id) end,
            case when d.currency <> t.currency
              then format('it moves %s, its debit account %s holds %s', t.currency, d.id, d.currency) end,
            case when c.currency <> t.currency
              then format('it moves %s, its credit account %s holds %s', t.currency, c.id, c.currency) end,
            case when t.partner_account_id not in (t.debit_account_id, t.credit_account_id)
              then format('it does not touch account %s, which it names as the partner''s', t.partner_account_id)
              when case t.partner_account_id when d.id then d.partner_id else c.partner_id end is null
              then format('account %s, which it names as the partner''s, is the company''s', t.partner_account_id)
              when d.partner_id is not null and c.partner_id is not null then 'both accounts are partners''' end,
            case when not t.amount > 0 then format('it moves %s', pg_temp.v_coins(t.amount, t.currency)) end
          ]) as problem
          from transfers t left join accounts d on d.id = t.debit_account_id
            left join accounts c on c.id = t.credit_account_id) found
        where problem is not null order by id`,
    },
    {
      name: 'every balance is the sum of its transfers',
      differences: `
        select format('account %s of partner %s: balance %s, its transfers sum to %s', a.name, a.partner_id,
          coalesce(pg_temp.v_coins(a.balance, a.currency), 'empty'),
          pg_temp.v_coins(coalesce(s.balance, 0), a.currency)) as difference
        from accounts a left join v_account_sums s on s.account_id = a.id
        where a.partner_id is not null and a.balance is distinct from coalesce(s.balance, 0)
        union all
        select format('account %s of the company: balance %s, but it is the sum of its transfers only', name,
          pg_temp.v_coins(balance, currency))
        from accounts where partner_id is null and balance is not null`,
    },
    {
      name: 'every currency sums to zero',
      differences: `
        select format('%s: all accounts together hold %s', currency, pg_temp.v_coins(sum(balance), currency))
          as difference
        from (
          select a.currency, case when a.partner_id is null then s.balance else a.balance end as balance
          from accounts a left join v_account_sums s on s.account_id = a.id) b
        group by currency having sum(balance) <> 0 order by currency`,
    },
    {
      name: 'no amount is NaN or infinite',
      differences: `
        select format('%s %s: %s', place, id, value) as difference from v_not_finite order by place, id`,
    },
    {
      name: 'no idempotency key is used twice',
      differences: `
        select format('idempotency key %s is used by the transfers %s', idempotency_key,
          string_agg(id::text, ', ' order by id)) as difference
        from transfers group by idempotency_key having count(*) > 1 order by idempotency_key`,
    },
  ],
}

type Column = { schema: string; name: string; columns: string[] }

/** Collects NaN and infinite values from all numeric columns of the schema, so that tables added later are included. */
async function findNotFinite(tx: Tx): Promise<void> {
  const { rows } = await sql<Column>`
    select c.table_schema as schema, c.table_name as name,
      array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'passport')
      and c.data_type in ('numeric', 'double precision', 'real')
    group by c.table_schema, c.table_name`.execute(tx)
  for (const { schema, name, columns } of rows) {
    const values = columns.map((column) => `(${sqlText(column)}, t."${column}"::text)`).join(', ')
    const places = columns.map((column) => `t."${column}" in ('NaN', 'Infinity', '-Infinity')`)
    await sql
      .raw(
        `insert into v_not_finite
         select ${sqlText(name)}, coalesce(to_jsonb(t) ->> 'id', t.ctid::text), v.name || ' is ' || v.value
         from "${schema}"."${name}" t cross join lateral (values ${values}) as v(name, value)
         where (${places.join(' or ')}) and v.value in ('NaN', 'Infinity', '-Infinity')`,
      )
      .execute(tx)
  }
}

const sqlText = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`
