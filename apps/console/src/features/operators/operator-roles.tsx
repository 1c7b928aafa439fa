import {
  GUARDED_ROLES,
  type Operator,
  putOperatorRoles,
  type Role,
} from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useProposed } from '../../parts/use-proposed.ts'
import { RoleBoxes } from './role-boxes.tsx'
import { useOperatorAct } from './use-operator-act.ts'

/** Changes the roles of an operator; a guarded role that is given is proposed to a second operator. Source: D-155. */
export function OperatorRoles({ operator }: { readonly operator: Operator }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [roles, setRoles] = useState<readonly Role[]>(operator.roles)
  const [isProposing, setProposing] = useState(false)
  const act = useOperatorAct()
  const isChanged = !areSame(roles, operator.roles)
  const isGuarded = GUARDED_ROLES.some(
    (role) => roles.includes(role) && !operator.roles.includes(role),
  )
  const save = (): void => {
    if (isGuarded) return setProposing(true)
    const { id, version } = operator
    act.run({
      operator,
      send: () =>
        api.call(putOperatorRoles, {
          params: { id: String(id) },
          body: { roles: [...roles], version },
        }),
      isDone: (now) => now !== null && now.version !== version && areSame(now.roles, roles),
      done: t('operators.rolesSaved'),
    })
  }
  return (
    <div className="stack gap-3">
      <RoleBoxes
        roles={roles}
        onChange={setRoles}
        error={roles.length === 0 ? t('operators.noRole') : undefined}
      />
      <ActNote act={act} notDone={t('operators.rolesNotSaved')} roles={putOperatorRoles.roles} />
      {isChanged && roles.length > 0 && (
        <div className="decision">
          <Button variant="ghost" onClick={() => setRoles(operator.roles)}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" busy={act.isBusy} onClick={save}>
            {isGuarded ? t('operators.proposeRoles') : t('operators.saveRoles')}
          </Button>
        </div>
      )}
      {isProposing && (
        <ProposeRoles operator={operator} roles={roles} onClose={() => setProposing(false)} />
      )}
    </div>
  )
}

const areSame = (one: readonly Role[], other: readonly Role[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role))

type ProposeRolesProps = {
  readonly operator: Operator
  readonly roles: readonly Role[]
  readonly onClose: () => void
}

function ProposeRoles({ operator, roles, onClose }: ProposeRolesProps) {
  const { t } = useTranslation()
  const onDone = useProposed(onClose)
  return (
    <ProposeDialog
      title={t('operators.proposeRoles')}
      proposed={{ kind: 'role', object: String(operator.id), values: { roles: [...roles] } }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
