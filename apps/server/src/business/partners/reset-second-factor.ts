import type { Core } from '../../core/core.ts'
import { resetTwoFactor } from '../../passport/accounts/reset-two-factor.ts'

/** Removes the second factor of a partner who has lost it. Refuses: as `resetTwoFactor`. Source: operations.md section 4. */
export const resetSecondFactor = (core: Core, partnerId: number): Promise<void> =>
  resetTwoFactor(core, partnerId)
