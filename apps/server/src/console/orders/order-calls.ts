import type { CallInput, CallReply, CONSOLE, getOrders } from '@partner-office/contracts'

import { readEffect } from '../../business/orders/effect/read-effect.ts'
import { readMonth } from '../../business/orders/effect/read-month.ts'
import { readTransfers } from '../../business/orders/effect/order-transfers.ts'
import { findOrders, readOrder } from '../../business/orders/find-orders.ts'
import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { numbersOf, partOf } from '../../db/page.ts'
import { previewCancel } from './cancel-preview.ts'

const PAGE = 50

/** The calls about orders. */
export const orderCalls = ({ core }: Console): Handlers<typeof CONSOLE.orders, Caller> => {
  const { read } = core.database
  return {
    getOrders: ({ query }) => listOrders(core, query),
    getOrder: ({ params: { id } }) => readOrder(read, id),
    getOrderEffect: ({ params: { id } }) => readEffect(core, id),
    getOrderMonth: ({ params: { id } }) => readMonth(core, id),
    getOrderTransfers: ({ params: { id }, query: { cursor } }) => readTransfers(read, id, cursor),
    postOrderCancelPreview: ({ params: { id } }, caller) =>
      previewCancel(core, id, signedIn(caller).session),
  }
}

async function listOrders(
  { database: { read } }: Core,
  { cursor, ...filter }: CallInput<typeof getOrders>['query'],
): Promise<CallReply<typeof getOrders>> {
  const place = numbersOf(cursor)
  const before = place && { recordedAt: place[0], id: place[1] }
  const found = await findOrders(read, filter, { before, limit: PAGE + 1 })
  return partOf(found, PAGE, (last) => `${last.recordedAt}-${last.id}`)
}
