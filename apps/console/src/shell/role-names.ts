import { type Role, ROLES } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { listText } from '../lib/instants.ts'

/** Names roles: "Support and Finance", "All roles"; of roles any of which would do: "Finance or Admin". */
export function useRoleNames(): (roles: readonly Role[], type?: 'any' | 'all') => string {
  const { t } = useTranslation()
  return (roles, type = 'all') =>
    type === 'all' && roles.length === ROLES.length
      ? t('roles.all')
      : listText(
          roles.map((role) => t(`roles.${role}`)),
          type === 'any' ? 'disjunction' : 'conjunction',
        )
}
