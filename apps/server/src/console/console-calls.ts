import type { CONSOLE } from '@partner-office/contracts'

import { disputeSources } from '../business/disputes/dispute-sources.ts'
import { PartnerBook } from '../business/partners/partner-book.ts'
import type { Handlers } from '../input/handlers.ts'
import { adjustmentCalls } from './adjustments/adjustment-calls.ts'
import { operatorCalls } from './accounts/operator-calls.ts'
import { auditCalls } from './audit/audit-calls.ts'
import { configCalls } from './config/config-calls.ts'
import { type Caller, type Console, signedIn } from './console.ts'
import { disputeCalls } from './disputes/dispute-calls.ts'
import { documentCalls } from './documents/document-calls.ts'
import { exportCalls } from './exports/export-calls.ts'
import { importCalls } from './imports/import-calls.ts'
import { fileCalls } from './files/file-calls.ts'
import { inboxCalls } from './inbox/inbox-calls.ts'
import { templateCalls } from './inbox/template-calls.ts'
import { integrityCalls } from './integrity/integrity-calls.ts'
import { changePassword } from './own-account/change-password.ts'
import { endSession, logOut } from './own-account/end-session.ts'
import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  confirmAuthenticator,
  readFactors,
  removeFactor,
} from './own-account/own-factors.ts'
import { readMe, readSessions } from './own-account/read-me.ts'
import { jobCalls } from './jobs/job-calls.ts'
import { orderCalls } from './orders/order-calls.ts'
import { batchCalls, payoutCalls, routeCalls } from './payouts/payout-calls.ts'
import { monthCalls } from './months/month-calls.ts'
import { differenceCalls } from './plan-differences/difference-calls.ts'
import { noteCalls } from './partners/note-calls.ts'
import { pastCalls } from './partners/past-calls.ts'
import { personalDataCalls } from './partners/personal-data-calls.ts'
import { partnerCalls } from './partners/partner-calls.ts'
import { planCalls } from './plans/plan-calls.ts'
import { proposalCalls } from './proposals/proposal-calls.ts'
import { askFactors } from './sign-in/factors.ts'
import { confirmFresh } from './sign-in/fresh.ts'
import { askAnyPasskey, finishSignIn, signIn, signInWithPasskey } from './sign-in/sign-in.ts'
import { systemCalls } from './system/system-calls.ts'
import { todayCalls } from './today/today-calls.ts'
import { webhookCalls } from './webhooks/webhook-calls.ts'
import { beginWelcome, finishWelcome, readLink } from './sign-in/welcome.ts'

type Areas = typeof CONSOLE

/** The calls of the console, thin over its use cases. */
export function consoleCalls(console: Console): {
  readonly [Name in keyof Areas]: Handlers<Areas[Name], Caller>
} {
  const explained = disputeSources(console.core, new PartnerBook(console.core))
  return {
    signIn: signInCalls(console),
    ownAccount: ownAccountCalls(console),
    operators: operatorCalls(console),
    orders: orderCalls(console),
    payouts: payoutCalls(console),
    batches: batchCalls(console),
    payoutRoutes: routeCalls(console),
    periods: monthCalls(console),
    planDifferences: differenceCalls(console),
    plans: planCalls(console),
    partnerNotes: noteCalls(console),
    partnerPast: pastCalls(console),
    partners: partnerCalls(console),
    personalData: personalDataCalls(console),
    proposals: proposalCalls(console),
    adjustments: adjustmentCalls(console),
    audit: auditCalls(console),
    imports: importCalls(console),
    integrity: integrityCalls(console),
    config: configCalls(console),
    disputes: disputeCalls(explained),
    exports: exportCalls(console),
    documents: documentCalls(console),
    files: fileCalls(console),
    inbox: inboxCalls(console, explained),
    templates: templateCalls(console),
    jobs: jobCalls(console),
    system: systemCalls(console),
    today: todayCalls(console),
    webhooks: webhookCalls(console),
  }
}

const signInCalls = (console: Console): Handlers<typeof CONSOLE.signIn, Caller> => ({
  getWelcome: ({ params: { token } }, caller) => readLink(console, token, caller),
  postWelcome: (input, caller) => beginWelcome(console, input, caller),
  postWelcomeConfirm: (input, caller) => finishWelcome(console, input, caller),
  postConsoleLogin: ({ body }, caller) => signIn(console, body, caller),
  postConsoleFactor: ({ body }, caller) => finishSignIn(console, body, signedIn(caller)),
  postConsolePasskeyOptions: (_input, caller) => askAnyPasskey(console, caller),
  postConsolePasskey: ({ body }, caller) => signInWithPasskey(console, body, caller),
  postFreshOptions: async (_input, caller) => {
    const { session, origin } = signedIn(caller)
    const { operatorId, tokenHash: holder } = session
    return askFactors(console.core, { operatorId, holder, origin })
  },
  postFresh: ({ body }, caller) => confirmFresh(console, body, signedIn(caller)),
  postConsoleLogout: async (_input, caller) => {
    await logOut(console, signedIn(caller))
    return {}
  },
})

const ownAccountCalls = (console: Console): Handlers<typeof CONSOLE.ownAccount, Caller> => ({
  getMe: async (_input, caller) =>
    readMe(console.core, caller.token ?? '', signedIn(caller).session),
  getMySessions: (_input, caller) => readSessions(console.core, signedIn(caller)),
  deleteMySession: async ({ params: { id } }, caller) => {
    await endSession(console, signedIn(caller), id)
    return {}
  },
  putMyPassword: async ({ body }, caller) => {
    await changePassword(console, body, signedIn(caller))
    return {}
  },
  getMyFactors: (_input, caller) => readFactors(console.core, signedIn(caller)),
  postMyAuthenticator: (_input, caller) => beginAuthenticator(console, signedIn(caller)),
  postMyAuthenticatorConfirm: async ({ body: { code } }, caller) => {
    await confirmAuthenticator(console, code, signedIn(caller))
    return {}
  },
  postMyPasskeyOptions: (_input, caller) => beginPasskey(console, signedIn(caller)),
  postMyPasskey: async ({ body }, caller) => {
    await addPasskey(console, body, signedIn(caller))
    return {}
  },
  deleteMyFactor: async ({ params: { id } }, caller) => {
    await removeFactor(console, id, signedIn(caller))
    return {}
  },
})
