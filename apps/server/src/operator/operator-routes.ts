import {
  postOrder,
  postOrderCancel,
  postPeriodClose,
  putConfig,
  putPlan,
  putRates,
  putUserBlock,
  withDecimalsAsText,
} from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import { audited } from '../business/audit/audit-log.ts'
import type { Core } from '../core/core.ts'
import { cancelOrder } from '../business/orders/cancel-order.ts'
import { recordOrder } from '../business/orders/record-order.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { closePeriod } from '../business/periods/close-period.ts'
import { loadPlan } from '../business/plan/load-plan.ts'
import { setRates } from '../business/rates/set-rates.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { serveCall } from '../http/serve-call.ts'

/** Calls of the company's other systems; each change is in the audit log. Source: api.md section 7. */
export function operatorRoutes(app: FastifyInstance, core: Core, actor: string): void {
  const change = <T>(command: string, details: object, work: (core: Core) => Promise<T>) =>
    audited(core, { actor, command, details: () => details }, work)

  serveCall(app, postOrder, async ({ body }) => {
    const { orderId, userId: partnerId, paidAt, amount: cents } = body
    const order = { orderId, partnerId, paidAt, cents }
    await change('order', order, (on) => recordOrder(on, order))
    return { orderId }
  })
  serveCall(app, postOrderCancel, async ({ params: { id }, body: { reason } }) => {
    await change('cancel order', { id, reason }, (on) => cancelOrder(on, id, reason))
    return { orderId: id }
  })
  serveCall(app, putUserBlock, async ({ params: { id }, body: { blocked, reason } }) => {
    const command = blocked ? 'partner block' : 'partner unblock'
    await change(command, { id, reason }, (on) => blockPartner(on, id, blocked, reason))
    return { id, blocked }
  })
  serveCall(app, putRates, async ({ body: rates }) =>
    change('rates set', { rates }, (on) => setRates(on, rates)),
  )
  serveCall(app, putPlan, async ({ body }) => {
    const document = withDecimalsAsText(body)
    return change('plan load', { validFrom: body['validFrom'] }, (on) => loadPlan(on, document))
  })
  serveCall(app, postPeriodClose, ({ params: { month } }) =>
    change('close', { month }, (on) => closePeriod(on, month)),
  )
  serveCall(app, putConfig, async ({ body: values }) => {
    await change('config set', { values }, (on) => changeSettings(on, values))
    return values
  })
}
