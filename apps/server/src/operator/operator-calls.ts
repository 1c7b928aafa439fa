import { type OPERATORS, withDecimalsAsText } from '@partner-office/contracts'

import { audited } from '../business/audit/audit-log.ts'
import { outsideFourEyes } from '../console/proposals/outside-four-eyes.ts'
import type { Core } from '../core/core.ts'
import { replaceEvents } from '../business/news/events.ts'
import { replacePosts } from '../business/news/add-posts.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { OrderIntake } from '../business/orders/intake/order-intake.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { approvePayout, rejectPayout, takePayout } from '../business/payouts/end/end-payout.ts'
import { lockPayouts } from '../business/payouts/end/lock-payouts.ts'
import { setPayoutRoutes } from '../business/payouts/routes/set-payout-routes.ts'
import { closePeriod } from '../business/months/close-period.ts'
import { loadPlan } from '../business/settings/load-plan.ts'
import { setPublicProfile } from '../business/profile/set-public-profile.ts'
import { setRates } from '../business/rates/set-rates.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { setWallet } from '../business/wallets/set-wallet.ts'
import type { Handlers } from '../input/handlers.ts'
import { setVerificationResult } from '../passport/verifications/decide-verification.ts'

/** Makes a change and its entry in the audit log. */
type Change = <T>(command: string, details: object, work: (core: Core) => Promise<T>) => Promise<T>

type Calls<Area extends keyof typeof OPERATORS> = Handlers<(typeof OPERATORS)[Area], unknown>

/** Calls of the company's other systems; each change is in the audit log. Source: api.md section 7. */
export function operatorCalls(core: Core, actor: string) {
  const change: Change = (command, details, work) =>
    audited(core, { actor, command, details: () => details }, work)
  return {
    content: contentCalls(change),
    orders: orderCalls(core, change, new OrderIntake(core, actor)),
    partners: partnerCalls(change),
    payouts: payoutCalls(core, change),
    settings: settingCalls(core, change, actor),
  }
}

const orderCalls = (core: Core, change: Change, intake: OrderIntake): Calls<'orders'> => ({
  postOrder: async ({ body }) => {
    const { orderId, userId: partnerId, paidAt, amount: cents } = body
    await intake.record({ orderId, partnerId, paidAt, cents })
    return { orderId }
  },
  postOrderCancel: async ({ params: { id }, body: { reason } }) => {
    const mark = await outsideFourEyes(core, { kind: 'cancel', orderId: id })
    await change('cancel order', { id, reason, ...mark }, (on) => cancelOrder(on, id, reason))
    return { orderId: id }
  },
})

const settingCalls = (core: Core, change: Change, actor: string): Calls<'settings'> => ({
  putRates: async ({ body: rates }) => {
    const mark = await outsideFourEyes(core, { kind: 'rates', rates })
    return change('rates set', { rates, ...mark }, (on) => setRates(on, rates))
  },
  putPlan: async ({ body }) => {
    const mark = await outsideFourEyes(core, { kind: 'plan' })
    const document = withDecimalsAsText(body)
    const details = { validFrom: body['validFrom'], ...mark }
    return change('plan load', details, (on) => loadPlan(on, document, actor))
  },
  putConfig: async ({ body: values }) => {
    const mark = await outsideFourEyes(core, { kind: 'settings', values })
    await change('config set', { values, ...mark }, (on) => changeSettings(on, values))
    return values
  },
  postPeriodClose: async ({ params: { month } }) => {
    const mark = await outsideFourEyes(core, { kind: 'close', month })
    return change('close', { month, ...mark }, (on) => closePeriod(on, month))
  },
})

const contentCalls = (change: Change): Calls<'content'> => ({
  putPosts: async ({ body: posts }) => {
    const details = { posts: posts.length }
    await change('posts', details, (on) => replacePosts(on, posts))
    return details
  },
  putEvents: async ({ body: events }) => {
    const details = { events: events.length }
    await change('events', details, (on) => replaceEvents(on, events))
    return details
  },
  putCountries: async ({ body: countries }) => {
    const barred = new Set(countries.flatMap((each) => (each.barred ? [each.code] : [])))
    const values = { registrationBarredCountries: [...barred].join(',') }
    await change('countries', values, (on) => changeSettings(on, values))
    return { barred: barred.size }
  },
  putLegals: async ({ body: documents }) => {
    const values = { legalDocuments: JSON.stringify(documents) }
    await change('legals', values, (on) => changeSettings(on, values))
    return { documents: documents.length }
  },
})

/** Changes of one partner. Source: api.md section 7. */
const partnerCalls = (change: Change): Calls<'partners'> => ({
  putUserBlock: async ({ params: { id }, body: { blocked, reason } }) => {
    const command = blocked ? 'partner block' : 'partner unblock'
    await change(command, { id, reason }, (on) => blockPartner(on, id, blocked, reason))
    return { id, blocked }
  },
  putPublicProfile: async ({ params: { id }, body: { allowPublicProfile } }) => {
    await change('partner public-page', { id, allowPublicProfile }, (on) =>
      setPublicProfile(on, id, allowPublicProfile),
    )
    return { id, allowPublicProfile }
  },
  putVerification: ({ params, body }) =>
    change('verifications set', { ...params, ...body }, (on) =>
      setVerificationResult(on, params, body),
    ),
})

/** Source: api.md section 7; decisions D-088, D-142. */
const payoutCalls = (core: Core, change: Change): Calls<'payouts'> => ({
  postPayoutTake: async ({ params: { id } }) => {
    const mark = await outsideFourEyes(core, { kind: 'payouts', id })
    return change('payouts take', { id, ...mark }, (on) => takePayout(on, id))
  },
  postPayoutApprove: ({ params: { id }, body: { txId } }) =>
    change('payouts approve', { id, txId }, (on) => approvePayout(on, id, txId)),
  postPayoutReject: ({ params: { id }, body: { reason } }) =>
    change('payouts reject', { id, reason }, (on) => rejectPayout(on, id, reason)),
  putPayoutLock: async ({ params: { id }, body: { locked } }) => {
    const command = locked ? 'payouts lock' : 'payouts unlock'
    await change(command, { id }, (on) => lockPayouts(on, id, locked))
    return { id, locked }
  },
  putPayoutSettings: async ({ body: routes }) => {
    const mark = await outsideFourEyes(core, { kind: 'routes' })
    await change('payout settings', { routes, ...mark }, (on) => setPayoutRoutes(on, routes))
    return { routes: routes.length }
  },
  putWallet: async ({ params: { id }, body: wallet }) => {
    await change('wallet', { id, ...wallet }, (on) => setWallet(on, id, wallet))
    return { id }
  },
})
