import type { Role } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../lib/console.ts'
import { hasOneOf } from '../lib/session.ts'
import { useRoleNames } from '../shell/role-names.ts'

/** Why the operator may not do something: the roles that may; undefined for one who may. */
export function useNeedsRole(roles: readonly Role[]): string | undefined {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const roleNames = useRoleNames()
  if (hasOneOf(operator.roles, roles)) return undefined
  return t('act.needsRole', { roles: roleNames(roles, 'any') })
}
