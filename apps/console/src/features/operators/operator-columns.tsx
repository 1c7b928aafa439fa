import type { Operator } from '@partner-office/contracts'
import { StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { Instant } from '../../lib/instant.tsx'
import { useRoleNames } from '../../shell/role-names.ts'

const MARKS = { active: 'good', invited: 'attention', locked: 'bad' } as const

/** The columns of the list of operators. */
export function useOperatorColumns() {
  const { t } = useTranslation()
  const roleNames = useRoleNames()
  return [
    {
      name: 'email',
      head: t('operators.email'),
      isSortable: true,
      cell: ({ email }: Operator) => <bdi>{email}</bdi>,
    },
    {
      name: 'roles',
      head: t('operators.roles'),
      cell: ({ roles }: Operator) => roleNames(roles),
    },
    {
      name: 'state',
      head: t('operators.state'),
      cell: (operator: Operator) => <OperatorState operator={operator} />,
    },
    {
      name: 'lastSignInAt',
      head: t('operators.lastSignIn'),
      isSortable: true,
      cell: ({ lastSignInAt }: Operator) =>
        lastSignInAt === null ? t('operators.never') : <Instant at={lastSignInAt} />,
    },
    {
      name: 'addedAt',
      head: t('operators.added'),
      isSortable: true,
      isHelper: true,
      cell: ({ addedAt }: Operator) => <Instant at={addedAt} />,
    },
  ]
}

/** The state of an operator; a lock after wrong passwords or codes says when it ends. */
export function OperatorState({ operator }: { readonly operator: Operator }) {
  const { t } = useTranslation()
  const { state, lockedUntil } = operator
  if (state !== 'locked' && lockedUntil !== null) {
    return (
      <StateMark state="attention">
        <span>
          {t('operators.lockedUntil')} <Instant at={lockedUntil} />
        </span>
      </StateMark>
    )
  }
  return <StateMark state={MARKS[state]}>{t(`operators.states.${state}`)}</StateMark>
}
