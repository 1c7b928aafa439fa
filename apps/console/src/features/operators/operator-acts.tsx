import {
  GUARDED_ROLES,
  type Operator,
  postOperatorLock,
  postOperatorRemove,
  postOperatorReset,
  postOperatorUnlock,
} from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { hasOneOf } from '../../lib/session.ts'
import { ConfirmAct } from '../../parts/confirm-act.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useProposed } from '../../parts/use-proposed.ts'
import { useOperatorAct } from './use-operator-act.ts'

type Kind = 'lock' | 'unlock' | 'reset' | 'remove'

const CALLS = {
  lock: postOperatorLock,
  unlock: postOperatorUnlock,
  reset: postOperatorReset,
  remove: postOperatorRemove,
} as const

/** Whether an operator, read again after a lost answer, shows that the act was done. */
const IS_DONE: Record<Kind, (now: Operator | null) => boolean> = {
  lock: (now) => now?.state === 'locked',
  unlock: (now) => now !== null && now.state !== 'locked' && now.lockedUntil === null,
  reset: (now) => now?.state === 'invited',
  remove: (now) => now === null,
}

type OperatorActsProps = { readonly operator: Operator; readonly onGone: () => void }

/** Lock or unlock, recover, remove: each asks first and says what follows. */
export function OperatorActs({ operator, onGone }: OperatorActsProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Kind | null>(null)
  const isLocked = operator.state === 'locked' || operator.lockedUntil !== null
  const close = () => setAsked(null)
  const isProposed = asked === 'reset' && hasOneOf(operator.roles, GUARDED_ROLES)
  return (
    <>
      <Button onClick={() => setAsked(isLocked ? 'unlock' : 'lock')}>
        {t(`operators.${isLocked ? 'unlock' : 'lock'}.button`)}
      </Button>
      <Button onClick={() => setAsked('reset')}>{t('operators.reset.button')}</Button>
      <span className="push">
        <Button variant="ghost" onClick={() => setAsked('remove')}>
          {t('operators.remove.button')}
        </Button>
      </span>
      {isProposed && <ProposeRecovery operator={operator} onClose={close} />}
      {asked !== null && !isProposed && (
        <Confirm kind={asked} operator={operator} onClose={close} onGone={onGone} />
      )}
    </>
  )
}

type ConfirmProps = OperatorActsProps & { readonly kind: Kind; readonly onClose: () => void }

function Confirm({ kind, operator, onClose, onGone }: ConfirmProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const act = useOperatorAct()
  const { id, version, email } = operator
  const run = (): void =>
    act.run({
      operator,
      send: () => api.call(CALLS[kind], { params: { id: String(id) }, body: { version } }),
      isDone: IS_DONE[kind],
      done: t(`operators.${kind}.done`),
      onDone: () => {
        onClose()
        if (kind === 'remove') onGone()
      },
    })
  const texts = {
    title: t(`operators.${kind}.title`, { email }),
    text: t(`operators.${kind}.text`),
    button: t(`operators.${kind}.button`),
    notDone: t(`operators.${kind}.notDone`),
  }
  return (
    <ConfirmAct
      texts={texts}
      act={act}
      roles={CALLS[kind].roles}
      isFinal={kind === 'remove'}
      onConfirm={run}
      onClose={onClose}
    />
  )
}

function ProposeRecovery({ operator, onClose }: Pick<ConfirmProps, 'operator' | 'onClose'>) {
  const { t } = useTranslation()
  const onDone = useProposed(onClose)
  return (
    <ProposeDialog
      title={t('operators.reset.title', { email: operator.email })}
      proposed={{ kind: 'recovery', object: String(operator.id), values: {} }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
