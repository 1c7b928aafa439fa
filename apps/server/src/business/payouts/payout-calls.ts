import type { OFFICE } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import type { Partner } from '../partner.ts'
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
export function payoutCalls(core: Core): Handlers<typeof OFFICE.payouts, Partner> {
  const intake = new PayoutIntake(core)
  return {
    getWalletActive: (_input, { partnerId }) => readWallets(core, partnerId),
    getPayoutSettings: ({ query }) => readPayoutSettings(core, query.from),
    getPayoutLimits: ({ query }, { partnerId }) => readPayoutLimits(core, partnerId, query.from),
    getPayoutStanding: (_input, { partnerId }) => readPayoutStanding(core, partnerId),
    postPayoutInit: ({ body }, { partnerId, session: signIn }) =>
      intake.init({ partnerId, signIn }, body),
    postPayoutConfirm: ({ body }, { partnerId, session: signIn }) =>
      intake.confirm({ partnerId, signIn }, body),
    postPayoutCancel: ({ params }, { partnerId }) => cancelPayout(core, partnerId, params.id),
    getPayoutHistory: ({ query }, { partnerId }) => readPayoutHistory(core, partnerId, query),
    getPayoutExport: ({ query }, { partnerId }) => exportPayouts(core, partnerId, query),
    getPayout: ({ params }, { partnerId }) => readPayout(core, partnerId, params.id),
  }
}
