import type { Operator } from '@partner-office/contracts'
import { KeyValues } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { Instant } from '../../lib/instant.tsx'
import { RowDrawer } from '../../parts/row-drawer.tsx'
import { OperatorActs } from './operator-acts.tsx'
import { OperatorState } from './operator-columns.tsx'
import { OperatorRoles } from './operator-roles.tsx'

type OperatorPanelProps = { readonly operator: Operator; readonly onClose: () => void }

/** One operator: facts, roles, and what an admin may do with the account. */
export function OperatorPanel({ operator, onClose }: OperatorPanelProps) {
  const { t } = useTranslation()
  const { email, addedAt, lastSignInAt } = operator
  return (
    <RowDrawer
      row={String(operator.id)}
      title={<bdi>{email}</bdi>}
      onClose={onClose}
      foot={<OperatorActs operator={operator} onGone={onClose} />}
    >
      <KeyValues
        items={[
          { label: t('operators.state'), value: <OperatorState operator={operator} /> },
          {
            label: t('operators.lastSignIn'),
            value: lastSignInAt === null ? t('operators.never') : <Instant at={lastSignInAt} />,
          },
          { label: t('operators.added'), value: <Instant at={addedAt} /> },
        ]}
      />
      <OperatorRoles operator={operator} />
    </RowDrawer>
  )
}
