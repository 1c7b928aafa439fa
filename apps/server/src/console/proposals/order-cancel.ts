import type { PreviewRow } from '@partner-office/contracts'
import { eurCents, equivalentText, formatUnits, type Fraction } from '@partner-office/domain'

import { coinText } from '../../business/bonuses/bonus-texts.ts'
import { cancelOrderIn } from '../../business/orders/intake/cancel-order.ts'
import { holdTakenBack, type TakenBack } from '../../business/orders/effect/taken-back.ts'
import type { Tx } from '../../db/database.ts'
import { needsSecondForCancel } from './four-eyes.ts'
import type { Kind, Outlook } from './kind.ts'

/**
 * Cancels an order. Balances and activity change every hour, so what they will be is shown and not part of the basis.
 *
 * Source: requirements ORC-005, ORC-006; D-158.
 */
export const orderCancel: Kind<'order_cancel'> = {
  proposes: ['finance'],
  approves: ['finance'],
  command: 'cancel order',
  look: async ({ core, tx }, { object: orderId }) =>
    cancelOutlook(tx, await holdTakenBack(core, tx, orderId)),
  run: ({ console, tx, reason }, { object: orderId }) =>
    cancelOrderIn(console.core, tx, { orderId, reason }),
}

/** What cancelling an order would do, as proposals show it: partners by their ids, since proposals are kept for ever. */
export async function cancelOutlook(tx: Tx, taken: TakenBack): Promise<Outlook> {
  const { order, records, eur } = taken
  const { orderId } = order
  return {
    object: String(orderId),
    objectName: `order ${orderId}`,
    before: { state: 'STANDING' },
    after: {},
    preview: [
      ...takenRows(taken),
      ...balanceRows(taken),
      ...activityRows(taken),
      ...staying(taken),
    ],
    basis: Object.fromEntries(
      records.map(({ id, partnerId, amount, currency }) => [
        `record ${id} of partner ${partnerId}`,
        `${coinText(BigInt(amount), currency)} ${currency}`,
      ]),
    ),
    shown: {
      ...shownIn(balanceRows(taken)),
      ...shownIn(activityRows(taken)),
      ...shownIn(staying(taken)),
    },
    isNeeded: await needsSecondForCancel(tx, eur),
  }
}

/** Each row as one value of a fingerprint. */
const shownIn = (rows: readonly PreviewRow[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ name, ...row }) => [name, JSON.stringify(row)]))

function takenRows({ order, sums, eur }: TakenBack): PreviewRow[] {
  const amount = formatUnits(eurCents(order.cents), 2)
  return [
    gone(`turnover of order ${order.orderId}, EUR`, amount),
    ...sums.map((sum) => gone(`${sum.count} credits in ${sum.currency}`, sum.amount)),
    gone('value of these credits, EUR', eurText(eur)),
  ]
}

const gone = (name: string, amount: string): PreviewRow => ({
  name,
  before: amount,
  after: amount.replaceAll(/\d/g, '0').replace(/^0+(?=\d)/, ''),
  difference: `-${amount}`,
})

/** Rounding: half up, to cents. */
export const eurText = (eur: Fraction): string => equivalentText(eur)

const balanceRows = ({ negative }: TakenBack): PreviewRow[] =>
  negative.map(({ partnerId, currency, before, after }) => ({
    name: `balance of partner ${partnerId}, ${currency}`,
    before: coinText(before, currency),
    after: coinText(after, currency),
    difference: coinText(after - before, currency),
  }))

function activityRows({ order: { buyerId }, until, without }: TakenBack): PreviewRow[] {
  if (until === without) return []
  const text = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const name = `partner ${buyerId} is active until`
  return [{ name, before: text(until), after: text(without), difference: null }]
}

function staying({ reaches, rankRecords, shares, programmes }: TakenBack): PreviewRow[] {
  const stays = (name: string, text: string): PreviewRow => ({
    name,
    before: text,
    after: text,
    difference: null,
  })
  return [
    ...(reaches.length > 0 ? [stays('ranks that stay', String(reaches.length))] : []),
    ...rankRecords.map(({ partnerId, rankId, amount, currency }) =>
      stays(
        `bonus of partner ${partnerId} for rank ${rankId} stays, ${currency}`,
        coinText(BigInt(amount), currency),
      ),
    ),
    ...programmes.map(({ count, currency, amount }) =>
      stays(`${count} credits of programmes stay, ${currency}`, amount),
    ),
    ...shares.map(({ count, currency, amount }) =>
      stays(`${count} shares of the buyer stay, ${currency}`, amount),
    ),
  ]
}
