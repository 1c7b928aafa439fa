import { PLAN_ROLES } from '@partner-office/contracts'

import { useSignedIn } from '../../lib/console.ts'
import { hasOneOf } from '../../lib/session.ts'

/** Whether the operator writes plans. */
export const useMayWrite = (): boolean => hasOneOf(useSignedIn().operator.roles, PLAN_ROLES)
