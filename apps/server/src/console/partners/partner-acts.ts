import type { CallInput, postPartnerGuard, postPartnerHelp } from '@partner-office/contracts'

import { audited } from '../../business/audit/audit-log.ts'
import { blockPartner } from '../../business/partners/block-partner.ts'
import { hidePartner } from '../../business/partners/hide-partner.ts'
import { resetSecondFactor } from '../../business/partners/reset-second-factor.ts'
import { unlockPartner } from '../../business/partners/unlock-partner.ts'
import { lockPayouts } from '../../business/payouts/end/lock-payouts.ts'
import type { Core } from '../../core/core.ts'
import type { Session } from '../console.ts'

type Asked = CallInput<typeof postPartnerGuard | typeof postPartnerHelp>['body']

type Act = {
  /** The command that has the same effect. */
  readonly command: string
  readonly run: (core: Core, partnerId: number, reason: string) => Promise<void>
}

const ACTS: Readonly<Record<Asked['act'], Act>> = {
  BLOCK: {
    command: 'partner block',
    run: (core, id, reason) => blockPartner(core, id, true, reason),
  },
  UNBLOCK: {
    command: 'partner unblock',
    run: (core, id, reason) => blockPartner(core, id, false, reason),
  },
  RESET_SECOND_FACTOR: { command: 'partner reset-2fa', run: resetSecondFactor },
  HIDE: {
    command: 'partner hide',
    run: (core, id, reason) => hidePartner(core, id, true, reason),
  },
  SHOW: {
    command: 'partner show',
    run: (core, id, reason) => hidePartner(core, id, false, reason),
  },
  UNLOCK_SIGN_IN: { command: 'partner unlock', run: unlockPartner },
  UNLOCK_PAYOUTS: { command: 'payouts unlock', run: (core, id) => lockPayouts(core, id, false) },
}

/**
 * Does an act on a partner, with its entry in the audit log.
 *
 * Refuses: as the act.
 * Source: requirements PTR-008.
 */
export async function actOnPartner(
  core: Core,
  partnerId: number,
  { act, reason }: Asked,
  { email: actor }: Session,
): Promise<Record<string, never>> {
  const { command, run } = ACTS[act]
  const details = () => ({ object: String(partnerId), reason })
  await audited(core, { actor, command, details }, (on) => run(on, partnerId, reason))
  return {}
}
