import type {
  CallInput,
  CallReply,
  ConsoleRate,
  getConsoleRates,
  getRateHistory,
  putConsoleRates,
} from '@partner-office/contracts'
import { type Plan, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { withWholeFiles } from '../../business/facts/with-whole-files.ts'
import { listRates } from '../../business/rates/current-rates.ts'
import { newestRate, type Pair } from '../../business/rates/rate-jump.ts'
import { readLeftOut } from '../../business/rates/refresh-rates.ts'
import { setRates } from '../../business/rates/set-rates.ts'
import { readSettings } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { idCursor, partOf } from '../../db/page.ts'
import { needsSecondForRate } from '../proposals/four-eyes.ts'
import { within } from '../within.ts'

/** Rates in force with what uses them, and quotes of the feed that were left out. Source: requirements CNF-005, CNF-006. */
export async function readRateList(core: Core): Promise<CallReply<typeof getConsoleRates>> {
  const { read } = core.database
  const { exchangeProvider, rateJumpPercent } = await readSettings(read, [
    'exchangeProvider',
    'rateJumpPercent',
  ])
  const { plan } = await core.plans.at(read, core.clock())
  const programmes = programmesOf(plan)
  const routes = await read
    .selectFrom('payoutRoutes')
    .select(['payoutFrom', 'payoutTo', 'currency'])
    .where('enabled', '=', true)
    .execute()
  const pending = await pendingByCurrency(read)
  const content: ConsoleRate[] = []
  for (const { setAt, ...rate } of await listRates(read)) {
    const coins = [rate.from, rate.to].filter((code) => code !== 'EUR')
    content.push({
      ...rate,
      setAt,
      ...(await setterOf(read, { ...rate, setAt })),
      confirmedAt: await confirmedAt(read, rate.id),
      uses: {
        programmes: programmes.flatMap(({ name, currency }) =>
          coins.some((coin) => coin === currency) ? [name] : [],
        ),
        routes: routes.flatMap(({ payoutFrom, payoutTo, currency }) =>
          coins.some((coin) => coin === currency) ? [`${payoutFrom} to ${payoutTo}`] : [],
        ),
        pendingPayouts: coins.reduce((sum, coin) => sum + (pending.get(coin) ?? 0), 0),
      },
    })
  }
  const leftOut = exchangeProvider === 'feed' ? await readLeftOut(core) : []
  return { content, jumpPercent: rateJumpPercent, leftOut }
}

/** What a plan credits, by the currency that it credits it in. */
function programmesOf({ programmes, unilevelCurrency, rankBonusCurrency }: Plan) {
  return [
    { name: 'unilevel', currency: unilevelCurrency },
    { name: 'rankBonus', currency: rankBonusCurrency },
    ...Object.entries(programmes).flatMap(([name, { currencies }]) =>
      currencies.map(({ currency }) => ({ name, currency })),
    ),
  ] as const
}

async function pendingByCurrency(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ currency: string; payouts: number }>`
    select currency, count(*)::integer as payouts from payouts where status = 'PENDING' group by currency`.execute(
    db,
  )
  return new Map(rows.map(({ currency, payouts }) => [currency, payouts]))
}

async function confirmedAt(db: Db, rateId: number): Promise<number | null> {
  const found = await db
    .selectFrom('rateConfirmations')
    .select('confirmedAt')
    .where('rateId', '=', rateId)
    .executeTakeFirst()
  return found?.confirmedAt ?? null
}

/** Rates and their entry are written in one transaction, each with its own look at the clock. */
const TOGETHER_MS = 60_000

/** Who has set a rate, as the entry of the audit log says that was written with it. */
async function setterOf(
  db: Db,
  { from, to, rate, setAt }: Pair & { readonly rate: string; readonly setAt: number },
): Promise<Pick<ConsoleRate, 'source' | 'setBy'>> {
  const entries = await db
    .selectFrom('auditLog')
    .select(['actor', sql<string>`arguments::text`.as('details')])
    .where('command', '=', 'rates set')
    .where('at', '>=', setAt - TOGETHER_MS)
    .where('at', '<=', setAt + TOGETHER_MS)
    .orderBy('at')
    .orderBy('id')
    .limit(50)
    .execute()
  const isNamed = (details: string) =>
    details.includes(`"${rate}"`) &&
    (details.includes(`${from}/${to}`) || [from, to].every((code) => details.includes(`"${code}"`)))
  const entry = entries.find(({ details }) => isNamed(details))
  if (entry === undefined) return { source: 'product', setBy: null }
  return entry.actor === 'feed'
    ? { source: 'feed', setBy: null }
    : { source: 'operator', setBy: entry.actor }
}

const PAGE = 200

/** The rates that a pair had, the newest first. */
export async function rateHistory(
  db: Db,
  { from, to, rateType, cursor }: CallInput<typeof getRateHistory>['query'],
  limit = PAGE,
): Promise<CallReply<typeof getRateHistory>> {
  const rows = await db
    .selectFrom('rates')
    .select(['id', 'rate', 'setAt'])
    .where('fromCurrency', '=', from)
    .where('toCurrency', '=', to)
    .where('rateType', '=', rateType)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor!))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return partOf(rows, limit, idCursor)
}

type NewRates = CallInput<typeof putConsoleRates>['body']['rates']

/**
 * Sets rates that need no second operator, all or none.
 *
 * Refuses: `proposal_required`, for one that jumps; `changed_meanwhile`; as `setRates`.
 * Source: requirements CNF-005, CNF-006.
 */
export async function setAtOnce(core: Core, rates: NewRates): Promise<void> {
  await withWholeFiles(core, () => core.database.transaction((tx) => setIn(core, tx, rates)))
}

async function setIn(core: Core, tx: Tx, rates: NewRates): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('partner-office: rates'))`.execute(tx)
  for (const [at, { last, rate, ...pair }] of rates.entries()) {
    const field = `rates[${at}].rate`
    const known = await newestRate(tx, pair)
    if ((known?.id ?? null) !== last) throw new Refusal('changed_meanwhile', { field })
    if (await needsSecondForRate(tx, pair, rate)) throw new Refusal('proposal_required', { field })
  }
  await setRates(
    within(core, tx),
    rates.map(({ last: _last, ...rate }) => rate),
  )
}
