import type { Role } from '@partner-office/contracts'
import { Button, Dialog } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import type { Act } from '../lib/use-act.ts'
import { ActNote } from './act-note.tsx'

/** What a window says that asks before an act. */
type ConfirmTexts = {
  readonly title: string
  /** What follows from the act. */
  readonly text: string
  readonly button: string
  readonly notDone: string
}

type ConfirmActProps = {
  readonly texts: ConfirmTexts
  readonly act: Pick<Act<never>, 'error' | 'isLookingUp' | 'isBusy'>
  /** The roles that may do it. */
  readonly roles: readonly Role[]
  /** Cannot be undone. */
  readonly isFinal: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before an act and says what follows; it stays open with the reason when the act is refused. */
export function ConfirmAct({ texts, act, roles, isFinal, onConfirm, onClose }: ConfirmActProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={texts.title}
      closeLabel={t('common.cancel')}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button variant="ghost" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button variant={isFinal ? 'danger' : 'primary'} busy={act.isBusy} onClick={onConfirm}>
            {texts.button}
          </Button>
        </>
      )}
    >
      <div className="stack gap-4">
        <p>{texts.text}</p>
        <ActNote act={act} notDone={texts.notDone} roles={roles} />
      </div>
    </Dialog>
  )
}
