import { runInNewContext } from 'node:vm'

import type { CallInput, CallReply, PayoutRoute, postAddressTrial } from '@partner-office/contracts'
import { Refusal, toDecimalText } from '@partner-office/domain'

import { sql } from 'kysely'

import { coinText } from '../../business/bonuses/bonus-texts.ts'
import { type PayoutTerms, readPayoutTerms } from '../../business/payouts/routes/payout-terms.ts'
import { isPattern } from '../../business/payouts/routes/set-payout-routes.ts'
import type { Db } from '../../db/database.ts'

/** The routes of payouts. Source: requirements PQU-013. */
export async function readRoutes(db: Db): Promise<PayoutRoute[]> {
  return (await readPayoutTerms(db)).map(routeOf)
}

/** A route as the form shows it. */
export function routeOf(terms: PayoutTerms): PayoutRoute {
  const { currency, fee } = terms
  const coins = (units: bigint | null) => (units === null ? null : plain(coinText(units, currency)))
  return {
    payoutFrom: terms.from,
    payoutTo: terms.to,
    currency,
    enabled: terms.enabled,
    limits: {
      minAmount: plain(coinText(terms.minAmount, currency)),
      requestLimit: coins(terms.requestLimit),
      dailyLimit: coins(terms.dailyLimit),
      dailyLimitPercent: terms.dailyLimitPercent && toDecimalText(terms.dailyLimitPercent),
      fee: toDecimalText(fee.percent),
      minFee: coins(fee.minFee),
      maxFee: coins(fee.maxFee),
      verificationRequired: terms.verificationRequired,
      addressPattern: terms.addressPattern,
      txPattern: terms.txPattern,
      holdingDays: terms.holdingDays,
      badge: terms.badge,
    },
  }
}

/** A decimal without zeros at its end, as people write it. */
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

const ROWS_AT_A_TIME = 5_000
/** A pattern that needs longer for so many addresses would stop the process at the first hostile address. */
const LONGEST_MS = 500

/**
 * Tries an address pattern: on given addresses, on all stored wallets, and on the pending payouts of its route.
 *
 * Refuses: `validation_error`, for an unknown route, for what is no pattern of a whole text, and for a pattern that takes too long.
 * Source: requirements PQU-014.
 */
export async function tryAddresses(
  db: Db,
  { payoutFrom, payoutTo, addressPattern, addresses }: CallInput<typeof postAddressTrial>['body'],
): Promise<CallReply<typeof postAddressTrial>> {
  const routes = await readPayoutTerms(db, [payoutFrom])
  if (!routes.some(({ to }) => to === payoutTo)) throw invalid('payoutTo', 'there is no such route')
  if (!isPattern(addressPattern)) throw invalid('addressPattern', 'must be a pattern')
  const accepted = matching(addressPattern, addresses)
  const countRefused = async (read: (after: number) => Promise<Numbered[]>) => {
    let refused = 0
    for (let after = 0; ;) {
      const rows = await read(after)
      const fit = matching(
        addressPattern,
        rows.map(({ address }) => address),
      )
      refused += fit.filter((isFit) => !isFit).length
      if (rows.length < ROWS_AT_A_TIME) return refused
      after = rows.at(-1)!.number
    }
  }
  const wallets = await countRefused((after) => walletsAfter(db, after))
  const pending = await countRefused((after) => pendingAfter(db, { payoutFrom, payoutTo }, after))
  return {
    addresses: addresses.map((address, at) => ({ address, isAccepted: accepted[at]! })),
    wallets,
    pending,
  }
}

type Numbered = { readonly number: number; readonly address: string }

/** A partner has at most two wallets, so twice the id and one more number them. */
async function walletsAfter(db: Db, after: number): Promise<Numbered[]> {
  const { rows } = await sql<Numbered>`
    select number, address from (
      select partner_id * 2 + (wallet_type = 'FARM')::integer as number, address from wallets
      where partner_id >= ${Math.floor(after / 2)}) w
    where number > ${after} order by number limit ${ROWS_AT_A_TIME}`.execute(db)
  return rows
}

async function pendingAfter(
  db: Db,
  route: { readonly payoutFrom: string; readonly payoutTo: string },
  after: number,
): Promise<Numbered[]> {
  const { rows } = await sql<Numbered>`
    select id as number, address from payouts
    where status = 'PENDING' and payout_from = ${route.payoutFrom} and payout_to = ${route.payoutTo} and id > ${after}
    order by id limit ${ROWS_AT_A_TIME}`.execute(db)
  return rows
}

/**
 * Which texts a pattern admits as a whole. A regular expression can take for ever on a short text, and nothing else stops it than the time limit of a context of
 * its own.
 */
function matching(pattern: string, texts: readonly string[]): boolean[] {
  const context = { pattern: `^(?:${pattern})$`, texts: JSON.stringify(texts), fit: '[]' }
  const code =
    'const p = new RegExp(pattern); fit = JSON.stringify(JSON.parse(texts).map((text) => p.test(text)))'
  try {
    runInNewContext(code, context, { timeout: LONGEST_MS })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    throw invalid('addressPattern', 'takes too long on an address')
  }
  return JSON.parse(context.fit) as boolean[]
}

const invalid = (field: string, reason: string): Refusal =>
  new Refusal('validation_error', { field, reason })
