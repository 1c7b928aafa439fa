import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import type { Core } from '../core/core.ts'
import { PlanBook } from '../plans/plan-book.ts'
import type { Database } from '../db/database.ts'
import { Network } from '../network/network.ts'
import { type NewDatabase, onBothDatabases, onPostgres } from '../testing/databases.ts'
import { corrupt, openSmallOffice } from '../testing/small-office.ts'
import { verifyAll } from './verify-all.ts'

/** A corruption of stored data, and the sentence that `verify` must report for it. */
type Case = {
  readonly what: string
  readonly done: string | ((core: Core) => void)
  readonly named: string | RegExp
  /** Undoes changes that restoring the copied rows does not. */
  readonly undone?: string
  /** With other corruptions, `verify` would say something else. */
  readonly isAlone?: true
}

const RECORD = `(select id from bonus_records where type = 'TEAM' and reverses_id is null order by id limit 1)`
const TRANSFER = `(select transfer_id from bonus_records where id = ${RECORD})`
const ACCOUNT = `(select partner_account_id from transfers where id = ${TRANSFER})`
const REVERSAL = '(select min(id) from bonus_records where reverses_id is not null)'
const TURNOVER = `(select min(id) from bonus_records where type = 'TURNOVER')`
const FIRST_SEAL = '(select min(last_transfer_id) from ledger_seals)'
const LAST_SEAL = '(select max(last_transfer_id) from ledger_seals)'

const FACTS: readonly Case[] = [
  {
    what: 'a partner who was moved to another sponsor',
    done: 'update partners set sponsor_id = 41, depth = 3 where id = 33',
    named: /^figures of partner 33: the sponsor is 32, not 41$/,
  },
  {
    what: 'a partner whose depth is not one below the sponsor',
    done: 'update partners set depth = 9 where id = 42',
    named: 'partner 42: depth 9, the sponsor 41 stands at depth 2',
  },
  {
    what: 'a root that does not stand at depth 0',
    done: 'alter table partners drop constraint partners_check; update partners set depth = 1 where id = 90',
    named: 'partner 90: depth 1, a root',
    undone:
      'alter table partners add constraint partners_check check ((sponsor_id is null) = (depth = 0))',
  },
  {
    what: 'a sponsor who was deleted',
    done: 'delete from partners where id = 41',
    named: 'partner 42: the sponsor 41 does not exist',
  },
  {
    what: 'a cycle of sponsors',
    done: 'update partners set sponsor_id = 42 where id = 40',
    named: 'partner 41 does not stand below a root: the way up never ends',
  },
  {
    what: 'a registration that was moved behind an order',
    done: 'update partners set registered_at = registered_at + 864000000000 where id = 33',
    named: /^order 107: paid at \d+, before the registration of partner 33 at \d+$/,
  },
  {
    what: 'a partner recorded before the sponsor',
    done: 'update partners set fact = -fact where id = 31',
    named: /^partner 31: fact -\d+ comes before fact \d+ of the sponsor 30$/,
  },
  {
    what: 'a fact that is missing',
    done: 'delete from partner_blocks where fact = (select max(fact) from partner_blocks)',
    named: /^fact \d+ is missing$/,
  },
  {
    what: 'facts that are missing at the end',
    done: 'update fact_log set last_fact = last_fact + 2',
    named: /^facts \d+ to \d+ are missing$/,
  },
  {
    what: 'a fact beyond the end of the fact log',
    done: 'update fact_log set last_fact = last_fact - 1',
    named: /^fact \d+, order 405, is not among the \d+ facts of the fact log$/,
  },
  {
    what: 'a fact number used twice',
    done: `update partner_blocks set fact = (select fact from orders where id = 101)
      where fact = (select min(fact) from partner_blocks)`,
    named: /^fact \d+ is used for block of partner 15 and for order 101$/,
  },
  {
    what: 'an order whose amount was changed',
    done: 'update orders set amount_cents = 2500000 where id = 107',
    named: /^figures of partner 33: the own turnover is 8000000, not 8500000$/,
  },
  {
    what: 'an order that was given to another buyer',
    done: 'update orders set partner_id = 32 where id = 107',
    named: /^figures of partner 31: .*the turnover of the first line is 0, not 2000000/,
  },
  {
    what: 'an order that was deleted',
    done: 'delete from orders where id = 405',
    named: /^figures of partner 90: the turnover of the first line is 50000, not 0/,
  },
  {
    what: 'an order that was paid at another time',
    done: 'update orders set paid_at = paid_at + 1 where id = 203',
    named: /^figures of partner 12: active until is \d+, not \d+$/,
  },
  {
    what: 'an order that is not above zero',
    done: `alter table orders drop constraint orders_amount_cents_check;
      update orders set amount_cents = 0 where id = 101`,
    named: 'order 101: 0.00 EUR',
    undone: 'alter table orders add constraint orders_amount_cents_check check (amount_cents > 0)',
  },
  {
    what: 'an order of another intake',
    done: 'update orders set intake = intake + 1 where id = 105',
    named: /^order 105: fact \d+, paid at \d+, does not follow from its place in intake \d+$/,
  },
  {
    what: 'a cancellation that was deleted',
    done: 'delete from cancellations where order_id = 201',
    named: /^figures of partner 16: the own turnover is \d+, not \d+/,
  },
  {
    what: 'a cancellation before its order',
    done: 'update cancellations set fact = 1 where order_id = 104',
    named: /^cancellation of order 104: fact 1 comes before fact \d+ of the order$/,
  },
  {
    what: 'a block before the registration',
    done: 'update partner_blocks set fact = 1 where fact = (select min(fact) from partner_blocks)',
    named: /^block of partner 15: fact 1 comes before fact \d+ of the partner$/,
  },
  {
    what: 'a block that was turned into its opposite',
    done: 'update partner_blocks set blocked = false where partner_id = 14',
    named: /^figures of partner 14: blocked is 1, not 0$/,
  },
]

const FIGURES: readonly Case[] = [
  {
    what: 'a wrong team turnover in the figures',
    done: ({ network: { engine } }) => (engine.measures[0]!.team[engine.rowOf(41)]! += 1),
    named: /^figures of partner 41: the turnover of the team is 3000001, not 3000000$/,
    isAlone: true,
  },
  {
    what: 'a wrong team size in the figures',
    done: ({ network: { engine } }) => (engine.teamSize[engine.rowOf(40)]! -= 1),
    named: 'figures of partner 40: the size of the team is 1, not 2',
  },
  {
    what: 'a wrong first line in the figures',
    done: ({ network: { engine } }) => (engine.flSize[engine.rowOf(1)]! += 1),
    named: 'figures of partner 1: the size of the first line is 4, not 3',
  },
  {
    what: 'a wrong rank in the figures',
    done: ({ network: { engine } }) => (engine.heldBonus[engine.rowOf(1)] = 12),
    named: 'figures of partner 1: the rank held on the bonus ladder is 12, not 8',
    isAlone: true,
  },
  {
    what: 'a partner missing in the figures',
    done: ({ network: { engine } }) => (engine.size -= 1),
    named: /^figures of partner \d+: they are missing$/,
  },
  {
    what: 'a partner only in the figures',
    done: ({ network: { engine } }) => void engine.appendRow(999, -1, 0),
    named: 'figures of partner 999: there is no such partner in the tree',
  },
  {
    what: 'figures at another fact',
    done: ({ network: { engine } }) => (engine.asOf += 1),
    named: /^the figures stand at fact \d+, the facts end at \d+$/,
  },
]

const DECISIONS: readonly Case[] = [
  {
    what: 'an order without a decision',
    done: 'delete from order_decisions where order_id = 302',
    named: 'order 302: nothing says what it decided',
  },
  {
    what: 'an order decided by another plan',
    done: 'update order_decisions set plan_version = 1 where order_id = 401',
    named: /^order 401: decided by plan 1, not the one valid at \d+$/,
  },
  {
    what: 'an order decided at an older quote',
    done: `update order_decisions set rate_id = (select min(id) from rates where to_currency = 'UPT')
      where order_id = 302`,
    named: /^order 302: decided at quote \d+, not in force at \d+$/,
  },
  {
    what: 'an order decided at an older quote than the previous order',
    done: `update order_decisions set rate_id = (select min(id) from rates where to_currency = 'UPT')
      where order_id = 302`,
    named: /^order 302: decided at quote \d+, and order 301 before it at quote \d+$/,
  },
  {
    what: 'an order decided at a quote of another pair',
    done: `update order_decisions set rate_id = (select max(id) from rates where to_currency = 'UCN')
      where order_id = 302`,
    named: /^order 302: decided at quote \d+, which is not EUR to UPT, SELL$/,
  },
  {
    what: 'another reason not to pay',
    done: `update order_decisions set unpaid_reasons[array_position(unpaid_partner_ids, 14::bigint)] = 'inactive'
      where order_id = 302`,
    named: 'order 302, level 4, partner 14: stored is inactive, due is blocked',
  },
  {
    what: 'a level that is neither paid nor explained',
    done: `update order_decisions set unpaid_partner_ids = unpaid_partner_ids[2:], unpaid_levels = unpaid_levels[2:],
      unpaid_reasons = unpaid_reasons[2:] where order_id = 302`,
    named: 'order 302, level 2, partner 16: stored is nothing, due is inactive',
  },
  {
    what: 'a level explained twice',
    done: `update order_decisions set unpaid_partner_ids = unpaid_partner_ids || unpaid_partner_ids[1],
      unpaid_levels = unpaid_levels || unpaid_levels[1], unpaid_reasons = unpaid_reasons || unpaid_reasons[1]
      where order_id = 302`,
    named: 'order 302: a level has more than one reason',
  },
  {
    what: 'a record paid to a partner who was not active',
    done: `update bonus_records set level = 9, partner_id = 9 where order_id = 302 and type = 'DIRECT'`,
    named: 'order 302, level 9, partner 9: stored is DIRECT of 40 %, due is inactive',
  },
  {
    what: 'a record whose percent was changed',
    done: `update bonus_records set percent = 8 where id = ${RECORD}`,
    named: /^order \d+, level \d+, partner \d+: stored is TEAM of 8 %, due is TEAM of \d %$/,
  },
  {
    what: 'a record of another kind',
    done: `update bonus_records set type = 'DIRECT' where id = ${RECORD}`,
    named: /^order \d+, level \d+, partner \d+: stored is DIRECT of \d %, due is TEAM of \d %$/,
  },
  {
    what: 'a record whose amount was changed',
    done: `update bonus_records set amount = amount + 1 where id = ${RECORD}`,
    named: /^bonus record \d+ of partner \d+: the amount is \d+, not \d+$/,
    isAlone: true,
  },
  {
    what: 'a record whose amount before the cut was changed',
    done: `update bonus_records set before_cut = before_cut + 0.000000001 where id = ${RECORD}`,
    named: /^bonus record \d+ of partner \d+: the amount before the cut is [\d.]+, not [\d.]+$/,
    isAlone: true,
  },
  {
    what: 'a record paid at another time',
    done: `update bonus_records set paid_at = paid_at - 1 where id = ${RECORD}`,
    named: /^bonus record \d+ of partner \d+: the payment is \d+, not \d+$/,
  },
  {
    what: 'a record with a period',
    done: `update bonus_records set period = '2026-01' where id = ${RECORD}`,
    named: /^bonus record \d+ of partner \d+: the period is 2026-01, not empty$/,
  },
  {
    what: 'a record that was deleted',
    done: `delete from bonus_records where id = ${RECORD}`,
    named: /^order \d+, level \d+, partner \d+: stored is nothing, due is TEAM of \d %$/,
  },
  {
    what: 'a record that no level is due',
    done: `insert into bonus_records (partner_id, type, order_id, level, currency, amount, paid_at, transfer_id,
        plan_version, percent, base_cents, rate_id, rate, before_cut)
      select 90, type, order_id, 15, currency, amount, paid_at, -1, plan_version, percent, base_cents, rate_id, rate,
        before_cut from bonus_records where id = ${RECORD}`,
    named: /^order \d+, level 15, partner 90: stored is TEAM of \d %, due is nothing$/,
  },
  {
    what: 'a plan whose percents were changed',
    done: `update plans set document = jsonb_set(document, '{unilevel,5,percent}', '"41"') where version = 1`,
    named: 'order 101, level 1, partner 16: stored is DIRECT of 40 %, due is DIRECT of 41 %',
  },
  {
    what: 'a plan whose activity was changed',
    done: `update plans set document = jsonb_set(document, '{activity,minimumOrder}', '"51"') where version = 1`,
    named: /^figures of partner 17: active until is \d+, not empty$/,
  },
  {
    what: 'a plan without ranks',
    done: `update plans set document = document - 'ranks' where version = 2`,
    named: 'plan 2: it has no ranks',
  },
  {
    what: 'a plan in force from another instant than its document',
    done: 'update plans set valid_from = valid_from + 1 where version = 2',
    named: /^plan 2: its document holds from \d+, the plan from \d+$/,
  },
  {
    what: 'a plan that is no plan at all',
    done: `update plans set document = '"nothing"' where version = 2`,
    named: 'plan 2: it has no unilevel table',
  },
  {
    what: 'a plan that was deleted',
    done: 'delete from plans where version = 1',
    named: 'plan 2 stands at place 1 of the plans',
  },
  {
    what: 'a rate that was changed',
    done: `update rates set rate = 2.6 where rate = 2.5`,
    named: /^bonus record \d+ of partner \d+: the rate is 2\.5, not 2\.6; /,
  },
  {
    what: 'a rate that is not above zero',
    done: 'alter table rates drop constraint rates_rate_check; update rates set rate = 0 where rate = 2.5',
    named: /^rate \d+: 1 EUR is 0 UPT$/,
    undone: 'alter table rates add constraint rates_rate_check check (rate > 0)',
  },
]

const RANKS: readonly Case[] = [
  {
    what: 'a rank that the orders do not reach',
    done: `update rank_reaches set rank_id = 9 where partner_id = 1 and ladder = 'ordinary' and rank_id = 8`,
    named:
      'partner 1: ranks reached of the ordinary ladder say DIAMOND (9) with order 402, the orders reach only EMERALD (8)',
    isAlone: true,
  },
  {
    what: 'a rank reached with an earlier order',
    done: `update rank_reaches r set order_id = 107, reached_at = o.paid_at from orders o
      where o.id = 107 and r.partner_id = 1 and r.rank_id = 6`,
    named:
      'partner 1: ranks reached of the bonus ladder say SAPPHIRE (6) with order 107, the orders reach only AMBER (2)',
  },
  {
    what: 'a rank reached with a later order than it was',
    done: `update rank_reaches r set order_id = 303, reached_at = o.paid_at from orders o
      where o.id = 303 and r.partner_id = 40`,
    named:
      'partner 40: rank AMBER (2) of the bonus ladder is said to be reached with order 303, the orders before reach it already',
  },
  {
    what: 'a rank reached at another instant',
    done: `update rank_reaches set reached_at = reached_at + 1 where partner_id = 40 and ladder = 'bonus'`,
    named: /^partner 40, rank 2 of the bonus ladder: reached at \d+, order 108 was paid at \d+$/,
  },
  {
    what: 'a rank reached by an order of another team',
    done: `update rank_reaches r set order_id = 107, reached_at = o.paid_at from orders o
      where o.id = 107 and r.partner_id = 40 and r.ladder = 'bonus'`,
    named: 'partner 40, rank 2 of the bonus ladder: order 107 is not of the team',
    isAlone: true,
  },
  {
    what: 'a rank reached by another plan',
    done: `update rank_reaches set plan_version = 2 where partner_id = 40 and ladder = 'bonus'`,
    named: 'partner 40, rank 2 of the bonus ladder: by plan 2, order 108 was decided by plan 1',
  },
  {
    what: 'a rank that every partner holds',
    done: `insert into rank_reaches select partner_id, ladder, 1, order_id, reached_at, plan_version, null
      from rank_reaches where partner_id = 40 and ladder = 'bonus'`,
    named: 'partner 40, rank 1 of the bonus ladder: everybody holds it from the beginning',
  },
  {
    what: 'a rank that the plan does not have',
    done: `update rank_reaches set rank_id = 77 where partner_id = 40 and ladder = 'bonus'`,
    named: 'partner 40, rank 77 of the bonus ladder: plan 1 has no such rank',
  },
  {
    what: 'a reached rank that is missing',
    done: `delete from rank_reaches where partner_id = 1 and ladder = 'ordinary' and rank_id >= 7`,
    named: 'partner 1: the orders reach EMERALD (8) of the ordinary ladder, ranks reached end at 6',
  },
  {
    what: 'a rank left out on the way',
    done: `delete from rank_reaches where partner_id = 1 and ladder = 'ordinary' and rank_id = 4`,
    named: 'partner 1: rank PEARL (4) of the ordinary ladder is missing, order 108 reached rank 6',
  },
  {
    what: 'a rank bonus that is not credited',
    done: `update rank_reaches set bonus_record_id = null where bonus_record_id = ${TURNOVER}`,
    named: 'partner 1, rank JADE (3) of the bonus ladder: its bonus of 100.00 EUR is not credited',
  },
  {
    what: 'a rank bonus that belongs to no rank',
    done: `delete from rank_reaches where bonus_record_id = ${TURNOVER}`,
    named: /^bonus record \d+ of partner 1: TURNOVER of rank 3, which names no record$/,
  },
  {
    what: 'a rank bonus on the ordinary ladder',
    done: `update rank_reaches set bonus_record_id = (select max(id) from bonus_records where type = 'DIRECT')
      where partner_id = 1 and ladder = 'ordinary' and rank_id = 3`,
    named:
      /^partner 1, rank JADE \(3\) of the ordinary ladder: bonus record \d+ is credited for it, but no bonus is due$/,
  },
  {
    what: 'a rank bonus whose amount was changed',
    done: `update bonus_records set amount = amount * 2 where id = ${TURNOVER}`,
    named: /^bonus record \d+ of partner 1: the amount is 40000000000, not 20000000000$/,
  },
  {
    what: 'a rank bonus paid at another time',
    done: `update bonus_records set paid_at = 7 where id = ${TURNOVER}`,
    named: /^bonus record \d+ of partner 1: the payment is 7, not \d+$/,
  },
  {
    what: 'a rank bonus at another quote',
    done: `update bonus_records set rate_id = (select max(id) from rates where to_currency = 'UPT'), rate = 3
      where id = ${TURNOVER}`,
    named:
      /^bonus record \d+ of partner 1: credited at quote \d+, which is not the one in force at \d+$/,
  },
]

const CANCELLATIONS: readonly Case[] = [
  {
    what: 'a reversal that was deleted',
    done: `delete from bonus_records where id = ${REVERSAL}`,
    named: /^bonus record \d+ of order \d+, which is cancelled: reversed 0 times$/,
  },
  {
    what: 'a record reversed twice',
    done: `drop index bonus_records_reversed;
      insert into bonus_records (partner_id, type, order_id, level, currency, amount, paid_at, transfer_id,
        plan_version, percent, base_cents, rate_id, rate, before_cut, reverses_id)
      select partner_id, type, order_id, level, currency, amount, paid_at, -1, plan_version, percent, base_cents,
        rate_id, rate, before_cut, reverses_id from bonus_records where id = ${REVERSAL}`,
    named: /^bonus record \d+ of order \d+, which is cancelled: reversed 2 times$/,
    undone: `create unique index bonus_records_reversed on bonus_records (reverses_id)
      where reverses_id is not null`,
  },
  {
    what: 'a reversal of another amount',
    done: `update bonus_records set amount = amount + 1 where id = ${REVERSAL}`,
    named: /^bonus record \d+, which reverses \d+: the amount is -\d+, not -\d+$/,
  },
  {
    what: 'a reversal at another instant',
    done: `update bonus_records set paid_at = paid_at + 1 where id = ${REVERSAL}`,
    named: /^bonus record \d+, which reverses \d+: the payment is \d+, not \d+$/,
  },
  {
    what: 'a reversal without a cancellation',
    done: 'delete from cancellations where order_id = 104',
    named: /^bonus record \d+: it reverses record \d+, whose order 104 is not cancelled$/,
  },
  {
    what: 'a record below zero that reverses nothing',
    done: `update bonus_records set amount = -amount where id = ${RECORD}`,
    named: /^bonus record \d+ of partner \d+: -\d+\.\d{8} UPT, and it reverses nothing$/,
  },
]

const LEDGER: readonly Case[] = [
  {
    what: 'a transfer whose amount was changed',
    done: `update transfers set amount = amount + 1 where id = ${TRANSFER}`,
    named: /^transfer \d+: its hash does not follow from what it says$/,
  },
  {
    what: 'a balance that is not the sum of its transfers',
    done: `update accounts set balance = balance + 100000000 where id = ${ACCOUNT}`,
    named:
      /^account UCHAIN_UPT_BONUS of partner \d+: balance \d+\.\d{8} UPT, its transfers sum to \d+\.\d{8} UPT$/,
  },
  {
    what: 'a currency that does not sum to zero',
    done: `update accounts set balance = balance + 100000000 where id = ${ACCOUNT}`,
    named: 'UPT: all accounts together hold 1.00000000 UPT',
  },
  {
    what: 'a balance of the company',
    done: `alter table accounts drop constraint accounts_check;
      update accounts set balance = 0 where partner_id is null`,
    named:
      'account bonus_expense of the company: balance 0.00000000 UPT, but it is the sum of its transfers only',
    undone:
      'alter table accounts add constraint accounts_check check ((partner_id is null) = (balance is null))',
  },
  {
    what: 'an account that was deleted',
    done: `delete from accounts where id = ${ACCOUNT}`,
    named: /^transfer \d+: its credit account \d+ does not exist$/,
  },
  {
    what: 'an account in another currency',
    done: `update accounts set currency = 'UCN' where id = ${ACCOUNT}`,
    named: /^transfer \d+: it moves UPT, its credit account \d+ holds UCN$/,
  },
  {
    what: 'an account of another name',
    done: `update accounts set name = 'CASH' where id = ${ACCOUNT}`,
    named: /^bonus record \d+: of its transfer \d+, the account is CASH, not UCHAIN_UPT_BONUS$/,
  },
  {
    what: 'an account of another partner',
    done: `update accounts set partner_id = 91 where id = ${ACCOUNT}`,
    named: /^bonus record \d+: of its transfer \d+, the partner is 91, not \d+$/,
  },
  {
    what: 'a transfer with swapped accounts',
    done: `update transfers set debit_account_id = credit_account_id, credit_account_id = debit_account_id
      where id = ${TRANSFER}`,
    named: /^bonus record \d+: of its transfer \d+, to the partner is false, not true$/,
  },
  {
    what: 'a transfer of another kind',
    done: `update transfers set kind = 'BSP' where id = ${TRANSFER}`,
    named: /^bonus record \d+: of its transfer \d+, the kind is BSP, not TEAM$/,
  },
  {
    what: 'a bonus paid from another account of the company',
    done: `update accounts set name = 'fees' where partner_id is null`,
    named:
      /^bonus record \d+: of its transfer \d+, the account of the company is fees, not bonus_expense$/,
  },
  {
    what: 'a record of no known type',
    done: `update bonus_records set type = 'GIFT' where id = ${RECORD}`,
    named: /^bonus record \d+ of partner \d+: GIFT is no type of bonus$/,
  },
  {
    what: 'a monthly record without a period',
    done: `update bonus_records set type = 'LIFESTYLE' where id = ${RECORD}`,
    named: /^bonus record \d+ of partner \d+: LIFESTYLE, without the month it belongs to$/,
  },
  {
    what: 'a transfer between two partners',
    done: `update transfers set debit_account_id = (select id from accounts where partner_id is not null
      and id <> credit_account_id order by id limit 1) where id = ${TRANSFER}`,
    named: /^transfer \d+: both accounts are partners'$/,
  },
  {
    what: 'a transfer that names the company as the partner',
    done: `update transfers set partner_account_id = debit_account_id where id = ${TRANSFER}`,
    named: /^transfer \d+: account \d+, which it names as the partner's, is the company's$/,
  },
  {
    what: 'a transfer that was deleted',
    done: `delete from transfers where id = ${TRANSFER}`,
    named: /^bonus record \d+: its transfer \d+ does not exist$/,
  },
  {
    what: 'a bonus posted without a record',
    done: `insert into transfers select -1, 'new', debit_account_id, credit_account_id, partner_account_id, currency,
      amount, kind, reference, created_at, hash from transfers where id = ${TRANSFER}`,
    named: /^transfer -1: TEAM of \d+\.\d{8} UPT, for which there are 0 records$/,
    isAlone: true,
  },
  {
    what: 'an idempotency key used twice',
    done: `alter table transfers drop constraint transfers_idempotency_key_key;
      update transfers set idempotency_key = 'same' where id <= 2`,
    named: 'idempotency key same is used by the transfers 1, 2',
    undone:
      'alter table transfers add constraint transfers_idempotency_key_key unique (idempotency_key)',
  },
  {
    what: 'a balance that is no number',
    done: `alter domain coin_units drop constraint coin_units_are_finite;
      update accounts set balance = 'NaN' where id = ${ACCOUNT}`,
    named: /^accounts \d+: balance is NaN$/,
    undone: `alter domain coin_units add constraint coin_units_are_finite check (value > -1e37 and value < 1e37)`,
  },
  {
    what: 'a rate that is infinite',
    done: `alter domain exact_amount drop constraint exact_amount_is_finite;
      update bonus_records set rate = 'Infinity' where id = ${RECORD}`,
    named: /^bonus_records \d+: rate is Infinity$/,
    undone: `alter domain exact_amount add constraint exact_amount_is_finite check (value > -1e40 and value < 1e40)`,
  },
]

const HASHES: readonly Case[] = [
  {
    what: 'a transfer whose reference was changed',
    done: `update transfers set reference = 'order 9' where id = ${TRANSFER}`,
    named: /^transfer \d+: its hash does not follow from what it says$/,
  },
  {
    what: 'a transfer whose hash was changed',
    done: `update transfers set hash = sha256('') where id = ${TRANSFER}`,
    named: /^transfer \d+: its hash does not follow from what it says$/,
  },
  {
    what: 'an account that ends with another hash',
    done: `update accounts set last_hash = sha256('') where id = ${ACCOUNT}`,
    named:
      /^account UCHAIN_UPT_BONUS of partner \d+: its last hash is not that of its last transfer$/,
  },
  {
    what: 'the newest transfer of an account, when it was deleted',
    done: `delete from transfers where id = (select max(id) from transfers)`,
    named:
      /^account UCHAIN_UPT_BONUS of partner \d+: its last hash is not that of its last transfer$/,
  },
  {
    what: 'a seal whose hash was changed',
    done: `update ledger_seals set hash = sha256('') where last_transfer_id = ${FIRST_SEAL}`,
    named: /^seal \d+: its hash does not follow from its transfers$/,
  },
  {
    what: 'a seal that counts other transfers',
    done: `update ledger_seals set transfers = transfers + 1 where last_transfer_id = ${LAST_SEAL}`,
    named: /^seal \d+: it counts \d+ transfers, there are \d+$/,
  },
  {
    what: 'a seal that begins elsewhere',
    done: `update ledger_seals set first_transfer_id = first_transfer_id - 1 where last_transfer_id = ${LAST_SEAL}`,
    named: /^seal \d+: it covers transfers \d+ to \d+, there are \d+ to \d+ after the seal before$/,
  },
  {
    what: 'a seal that was deleted',
    done: `delete from ledger_seals where last_transfer_id = ${FIRST_SEAL}`,
    named: /^seal \d+: it covers transfers \d+ to \d+, there are 1 to \d+ after the seal before$/,
  },
]

const FAMILIES = [FACTS, FIGURES, DECISIONS, RANKS, CANCELLATIONS, LEDGER, HASHES]

/** One case per family shows that the statements run on both engines. Running all cases twice would only cost time. */
onBothDatabases('verify', (newDatabase) =>
  namesAll(
    newDatabase,
    FAMILIES.map((family) => family.slice(0, 1)),
  ),
)
onPostgres('verify, every case', (newDatabase) =>
  namesAll(
    newDatabase,
    FAMILIES.map((family) => family.slice(1)),
  ),
)

/**
 * The cases that one run of `verify` looks at: those at the same place of each family, as those of one family often change
 * the same rows.
 */
function together(families: readonly (readonly Case[])[]): Case[][] {
  const most = Math.max(...families.map(({ length }) => length))
  const joined = Array.from({ length: most }, (_, at) =>
    families.flatMap((family) => family[at] ?? []).filter(({ isAlone }) => !isAlone),
  )
  const alone = families.flat().filter(({ isAlone }) => isAlone)
  return [...joined, ...alone.map((each) => [each])]
}

function namesAll(newDatabase: NewDatabase, families: readonly (readonly Case[])[]): void {
  let office: Core
  beforeAll(async () => {
    office = await openSmallOffice(await newDatabase())
    await copyTables(office.database)
  })

  for (const cases of together(families)) {
    let found: Promise<string[]> | null = null
    test.each(cases)('names $what', async ({ named }) => {
      found ??= differencesWith(office, cases)
      expect(await found).toContainEqual(
        typeof named === 'string' ? named : expect.stringMatching(named),
      )
    })
  }

  test('finds nothing once everything is restored', async () => {
    expect((await verifyAll(await reopened(office))).differences).toEqual([])
  })
}

/** What `verify` finds with these corruptions; restores the office. */
async function differencesWith(office: Core, cases: readonly Case[]): Promise<string[]> {
  const core = await reopened(office)
  for (const { done } of cases) {
    if (typeof done === 'string') await corrupt(core.database, done.split(';'))
    else done(core)
  }
  const { differences } = await verifyAll(core)
  await restoreTables(
    core.database,
    cases.flatMap(({ undone = [] }) => undone),
  )
  return differences
}

/** The office with figures loaded anew, as in a process that has just started. */
async function reopened(office: Core): Promise<Core> {
  const plans = new PlanBook()
  return {
    ...office,
    plans,
    network: await Network.load(office.database.read, plans.rulesSource()),
  }
}

const TABLES = [
  'fact_log',
  'partners',
  'orders',
  'cancellations',
  'partner_blocks',
  'plans',
  'rates',
  'accounts',
  'transfers',
  'ledger_seals',
  'bonus_records',
  'order_decisions',
  'rank_reaches',
]

async function copyTables(database: Database): Promise<void> {
  await database.asOwner(async (tx) => {
    await sql`create schema copies`.execute(tx)
    for (const table of TABLES) {
      await sql.raw(`create table copies.${table} as table ${table}`).execute(tx)
    }
  })
}

async function restoreTables(database: Database, undone: readonly string[]): Promise<void> {
  await corrupt(database, [
    `do $$
     declare
       place text;
       fields text;
     begin
       foreach place in array '{${TABLES.join(',')}}'::text[] loop
         select string_agg(quote_ident(column_name), ', ') into fields from information_schema.columns
         where table_schema = 'public' and table_name = place and is_generated = 'NEVER';
         execute format('delete from %I', place);
         execute format('insert into %I (%s) overriding system value select %s from copies.%I', place, fields, fields,
           place);
       end loop;
     end $$`,
    ...undone,
  ])
}
