import {
  getPayout,
  getPayoutExport,
  getPayoutHistory,
  getPayoutLimits,
  getPayoutSettings,
  getPayoutStanding,
  getWalletActive,
  postPayoutCancel,
  postPayoutConfirm,
  postPayoutInit,
} from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { ServePartner } from '../serve-partner.ts'
import { readWallets } from '../wallets/read-wallets.ts'
import { cancelPayout } from './end/end-payout.ts'
import { PayoutIntake } from './confirm/payout-intake.ts'
import {
  readPayoutLimits,
  readPayoutSettings,
  readPayoutStanding,
} from './routes/read-payout-rules.ts'
import { exportPayouts, readPayout, readPayoutHistory } from './read/read-payouts.ts'

/** The calls about payouts and wallets. Source: api.md, "Balances, wallets, payouts, reports". */
export function payoutCalls(serve: ServePartner, core: Core): void {
  const intake = new PayoutIntake(core)
  serve(getWalletActive, (_input, partnerId) => readWallets(core, partnerId))
  serve(getPayoutSettings, ({ query }) => readPayoutSettings(core, query.from))
  serve(getPayoutLimits, ({ query }, partnerId) => readPayoutLimits(core, partnerId, query.from))
  serve(getPayoutStanding, (_input, partnerId) => readPayoutStanding(core, partnerId))
  serve(postPayoutInit, ({ body }, partnerId, signIn) => intake.init({ partnerId, signIn }, body))
  serve(postPayoutConfirm, ({ body }, partnerId, signIn) =>
    intake.confirm({ partnerId, signIn }, body),
  )
  serve(postPayoutCancel, ({ params }, partnerId) => cancelPayout(core, partnerId, params.id))
  serve(getPayoutHistory, ({ query }, partnerId) => readPayoutHistory(core, partnerId, query))
  serve(getPayoutExport, ({ query }, partnerId) => exportPayouts(core, partnerId, query))
  serve(getPayout, ({ params }, partnerId) => readPayout(core, partnerId, params.id))
}
