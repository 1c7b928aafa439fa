import type { ConsolePartner, ShownBalance } from '@partner-office/contracts'
import { type AccountCurrency, CONTACTS, isActiveAt, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Db } from '../../../db/database.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'
import { NO_ROW } from '../../../network/columns.ts'
import type { Network } from '../../../network/network.ts'
import { readSecurityState } from '../../../passport/accounts/security-state.ts'
import { AUDIT_OBJECT } from '../../audit/audit-object.ts'
import { isOpenHold } from '../../adjustments/is-open-hold.ts'
import { coinText } from '../../bonuses/bonus-texts.ts'
import { freshNetwork } from '../../figures/fresh-network.ts'
import { balanceText } from '../../ledger/read-balances.ts'
import { rankStatus, type RankSources } from '../../ranks/read-ranks.ts'
import { eur } from '../../team/team-members.ts'
import { readNames } from '../named-partners.ts'

/** The page of a partner but who has set its bars and which contacts may be shown: `contacts` are whole. */
export type PartnerPage = Omit<ConsolePartner, 'contactsUntil'>

const NEAREST = 50
/** Facts that arrive while figures are read make it read again. */
const TRIES = 10

/**
 * Reads all that the page of a partner shows, with the figures, the rank and the legs of one fact number.
 *
 * Refuses: `not_found`; `data_not_ready`, when facts arrive all the time.
 * Source: requirements PTR-004.
 */
export async function readPartnerPage(from: RankSources, partnerId: number): Promise<PartnerPage> {
  const { core } = from
  const stored = await readStored(core, partnerId)
  const { path, ...figures } = await readOfOneFact(from, partnerId)
  const names = await readNames(core.database.read, path)
  const security = await readSecurityState(core.database.read, partnerId)
  return { ...stored, ...figures, ...security, path: path.map(names) }
}

async function readOfOneFact(from: RankSources, partnerId: number) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const network = await freshNetwork(from.core)
    const read = figuresOf(network, partnerId, from.core.clock())
    const rank = await rankStatus(from, partnerId, 'ordinary')
    if (network.asOf === read.asOf) return { ...read, rank }
  }
  throw new Refusal('data_not_ready')
}

function figuresOf({ engine }: Network, partnerId: number, now: number) {
  const row = engine.rowOf(partnerId)
  if (row === NO_ROW) throw new Refusal('data_not_ready')
  const { ownTurnover, flTurnover, teamTurnover, ...figures } = engine.figuresAt(row)
  return {
    asOf: engine.asOf,
    level: engine.depthOf(row),
    path: nearestAbove(engine, row).map((each) => engine.ids[each]!),
    isActive: isActiveAt(figures.activeUntil, now),
    figures: {
      ...figures,
      ownTurnover: eur(ownTurnover),
      flTurnover: eur(flTurnover),
      teamTurnover: eur(teamTurnover),
    },
  }
}

/** The rows above another, from the root down, without those between the root and the nearest 50. */
export function nearestAbove(engine: FiguresEngine, row: number): number[] {
  const above = [...engine.ancestors(row)]
  const shown = above.length <= NEAREST + 1 ? above : [...above.slice(0, NEAREST), above.at(-1)!]
  return shown.toReversed()
}

type Stored = Pick<
  PartnerPage,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'country'
  | 'language'
  | 'inviteCode'
  | 'registeredAt'
  | 'erasedAt'
  | 'blocked'
  | 'hidden'
  | 'payoutsLockedAt'
>

async function readStored(core: Core, partnerId: number) {
  const { read } = core.database
  const { rows } = await sql<Stored>`
    select p.id, p.first_name, p.last_name, p.country_id as country, p.ui_language as language, p.invite_code,
      p.registered_at, p.erased_at,
      (select case when b.blocked then jsonb_build_object('since', b.changed_at, 'reason', b.reason, 'by',
          ${setBy('partner block')}) end
        from partner_blocks b where b.partner_id = p.id order by b.fact desc limit 1) as blocked,
      (select jsonb_build_object('since', h.since, 'reason', h.reason, 'by', ${setBy('partner hide')})
        from hidden_partners h where h.partner_id = p.id) as hidden,
      (select g.locked_at from payout_guards g where g.partner_id = p.id) as payouts_locked_at
    from partners p where p.id = ${partnerId}`.execute(read)
  const [row] = rows
  if (row === undefined) throw new Refusal('not_found')
  return {
    ...row,
    contacts: await readContacts(read, partnerId),
    balances: await readShownBalances(read, partnerId, core.clock()),
    openPayouts: await readOpenPayouts(read, partnerId),
  }
}

/** Who has done the last act of a name on the partner `p`, as the audit log says; the index of objects finds it. */
const setBy = (command: string) => sql`(
  select a.actor from audit_log a
  where ${AUDIT_OBJECT} = p.id::text and a.command = ${command}
  order by a.at desc, a.id desc limit 1)`

const SHOWN_CONTACTS = [
  'email',
  ...CONTACTS,
  'mobile',
  'address1',
  'address2',
  'zip',
  'city',
] as const

/** The contacts that a partner has given, whole. Refuses: `not_found`. */
export async function readContacts(db: Db, partnerId: number): Promise<Record<string, string>> {
  const row = await db
    .selectFrom('partners')
    .select(SHOWN_CONTACTS)
    .where('id', '=', partnerId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return Object.fromEntries(Object.entries(row).filter(([, text]) => text !== ''))
}

type BalanceRow = Pick<ShownBalance, 'account' | 'currency' | 'balance' | 'held'> & {
  readonly currency: AccountCurrency
}

async function readShownBalances(db: Db, partnerId: number, now: number): Promise<ShownBalance[]> {
  const { rows } = await sql<BalanceRow>`
    select a.name as account, a.currency, a.balance::text as balance, coalesce((
      select sum(h.amount::numeric) from holds h
      where h.partner_id = a.partner_id and h.account = a.name and ${isOpenHold('h', now)}), 0)::text as held
    from accounts a where a.partner_id = ${partnerId} order by a.name`.execute(db)
  return rows.map(({ account, currency, balance, held }) => {
    const [whole, kept] = [BigInt(balance), BigInt(held)]
    const left = whole > kept ? whole - kept : 0n
    const text = (units: bigint) => balanceText(units, currency)
    return { account, currency, balance: text(whole), held: text(kept), available: text(left) }
  })
}

async function readOpenPayouts(db: Db, partnerId: number) {
  const rows = await db
    .selectFrom('payouts')
    .select(['id', 'currency', 'amount'])
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'PENDING')
    .orderBy('id')
    .execute()
  return rows.map(({ id, currency, amount }) => {
    const of = currency as AccountCurrency
    return { id, currency: of, amount: coinText(BigInt(amount), of) }
  })
}
