import type { Core } from '../core/core.ts'
import { audited } from '../business/audit/audit-log.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { handOverPayouts } from '../business/payouts/end/hand-over.ts'
import { storeNumbers } from '../business/imports/mapped/external-numbers.ts'
import { closePeriod } from '../business/months/close-period.ts'
import { noteFirstService } from '../business/months/due-months.ts'
import { loadPlan } from '../business/settings/load-plan.ts'
import { setRates } from '../business/rates/set-rates.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { makeStatements } from '../business/statements/make-statements.ts'
import { askForStatements } from '../business/statements/statement-runs.ts'
import { setWallet } from '../business/wallets/set-wallet.ts'
import type { Database } from '../db/database.ts'
import {
  AFTER_MONTH,
  AFTER_NEXT_MONTH,
  IN_MONTH,
  MONTH,
  MONTH_ORDERS,
  NEXT_MONTH,
} from './closing-network.ts'
import { noteTakings } from '../console/payouts/limit.ts'
import { storeAccessRows } from './access-rows.ts'
import { adjust, hold, release } from './adjust.ts'
import { asUpload, TEST_NOW } from './core.ts'
import { type OrderCells, ordersText, partnersText } from './network-files.ts'
import { newAddress, PayoutDesk } from './payout-desk.ts'
import { storeDispute } from './store-dispute.ts'
import { sealHistorySettled, sealSettled } from './seal-settled.ts'

/** The partners of the closed months: 201 on top of three legs. */
const TREE: readonly (readonly [number, number | null])[] = [
  [201, null],
  [202, 201],
  [203, 201],
  [204, 201],
  [205, 202],
  [206, 203],
  [207, 205],
]

/**
 * For tests: an office in which every table that decides or explains money has rows: two closed months with corrections,
 * a cancelled order and a blocked partner, payouts in each state, one that waits for its code, wallets, statements, two
 * plans, changed settings, and what gives access.
 */
export async function openFullOffice(database: Database): Promise<Core> {
  const desk = await PayoutDesk.open(database)
  const { core, clock } = desk
  clock.now = IN_MONTH
  await noteFirstService(database.read, clock.now)
  await importPartners(core, asUpload(partnersText(TREE)))
  await record(core, MONTH_ORDERS)
  await blockPartner(core, 204, true, 'for a test')
  clock.now = AFTER_MONTH
  await closePeriod(core, MONTH, undefined, askForStatements)
  await makeStatements(core, MONTH)
  await record(core, [
    [21, 6, IN_MONTH + 9, '5000'],
    [22, 5, AFTER_MONTH, '3000'],
  ])
  await cancelOrder(core, 216, 'returned')
  clock.now = AFTER_NEXT_MONTH
  await closePeriod(core, NEXT_MONTH)

  clock.now = TEST_NOW
  await setRates(core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '2.5' }])
  await loadPlan(core, await newestPlan(core))
  await sell(desk)
  await adjustAndHold(core)
  const numbers = new Map([['A-1', 77]])
  const ofShop = { kind: 'order', source: 'shop', numbers, firstNew: 77 } as const
  await core.database.transaction((tx) => storeNumbers(tx, ofShop))
  await storeAccessRows(core, { userId: 1, locked: 205 })
  const taking = { payoutIds: [3], operatorId: 1, at: clock.now, proposalId: null, reason: null }
  await core.database.transaction((tx) => noteTakings(tx, taking))
  const address = newAddress()
  await setWallet(core, 1, { walletType: 'MAIN', address, moderatorApproved: true })
  for (const value of ['TRUE', 'FALSE']) {
    const entry = { actor: 'ann', command: 'config set', details: () => ({ value }) }
    await audited(core, entry, (on) => changeSettings(on, { lateOrderCorrections: value }))
  }
  await sealSettled(database.read, clock.now)
  await sealHistorySettled(database.read, clock.now)
  return core
}

/** The orders of the same partners, 200 higher. */
async function record(core: Core, orders: readonly OrderCells[]): Promise<void> {
  const cells = orders.map(([id, partner, at, amount]): OrderCells => [
    id + 200,
    partner + 200,
    at,
    amount,
  ])
  await importOrders(core, asUpload(ordersText(cells)))
}

async function newestPlan({ database, plans, clock }: Core): Promise<object> {
  const version = await plans.latest(database.read)
  const { document } = await database.read
    .selectFrom('plans')
    .select('document')
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return { ...document, validFrom: clock() }
}

/** An adjustment of each kind of cause, one of a dispute, one that was taken back, and holds in each state. */
async function adjustAndHold(core: Core): Promise<void> {
  const credit = {
    partnerId: 1,
    account: 'CASH',
    direction: 'credit',
    amount: '30.00',
    kind: 'goodwill',
    reason: 'for a test',
  } as const
  const [credited] = await core.database.read
    .selectFrom('bonusRecords as b')
    .innerJoin('transfers as t', 't.id', 'b.transferId')
    .innerJoin('accounts as a', 'a.id', 't.partnerAccountId')
    .select(['b.id', 'b.partnerId', 'a.name'])
    .where('b.amount', '>', '0')
    .orderBy('b.id')
    .limit(1)
    .execute()
  const { id: recordId, partnerId, name: account } = credited!
  await adjust(core, [
    credit,
    { ...credit, orderId: 216 },
    { ...credit, partnerId, account, recordId, amount: '0.5' },
    { ...credit, kind: 'dispute', disputeId: await storeDispute(core, 1) },
  ])
  await storeDispute(core, 201)
  const held = await hold(core, { partnerId: 1, account: 'CASH', amount: '10.00' })
  await adjust(core, [
    { ...credit, direction: 'debit', amount: '10.00', holdId: held },
    { ...credit, direction: 'debit', takesBack: 1 },
  ])
  await release(core, await hold(core, { partnerId: 1, account: 'CASH', amount: '5.00' }))
  await hold(core, { partnerId: 1, account: 'CASH', amount: '2.00', until: core.clock() + 1 })
}

/** Payouts in each state: sent, rejected, pending and handed over. */
async function sell(desk: PayoutDesk): Promise<void> {
  const payer = await desk.payer()
  for (let count = 0; count < 3; count += 1) await payer.pay({ amount: '50' })
  await desk.approve(1)
  await payer.cancel(2)
  await handOverPayouts(desk.core)
  desk.nextCode()
  await payer.init({ amount: '50' })
}
