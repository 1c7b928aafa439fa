import type { Role } from '@partner-office/contracts'
import { Button, Dialog } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { Act } from '../lib/use-act.ts'
import { ActNote } from './act-note.tsx'

type FormDialogProps = {
  readonly texts: {
    readonly title: string
    readonly hint?: string
    readonly button: string
    readonly notDone: string
  }
  readonly act: Pick<Act<never>, 'error' | 'isLookingUp' | 'isBusy'>
  /** The roles that may do it. */
  readonly roles: readonly Role[]
  /** Why the form cannot be sent yet. */
  readonly missing: string | undefined
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The form of an act in a window; it stays open with the reason when the act is refused. */
export function FormDialog(props: FormDialogProps) {
  const { texts, act, roles, missing, onSubmit, onClose, children } = props
  const { t } = useTranslation()
  return (
    <Dialog
      title={texts.title}
      {...(texts.hint !== undefined && { hint: texts.hint })}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (missing === undefined) onSubmit()
        }}
      >
        {children}
        <ActNote act={act} notDone={texts.notDone} roles={roles} />
        <SubmitRow isBusy={act.isBusy} missing={missing}>
          {texts.button}
        </SubmitRow>
      </form>
    </Dialog>
  )
}

type SubmitRowProps = {
  readonly isBusy?: boolean
  /** Why the form cannot be sent yet. */
  readonly missing: string | undefined
  readonly children: string
}

/** The button at the end of a form. */
export const SubmitRow = ({ isBusy = false, missing, children }: SubmitRowProps) => (
  <div className="in-row">
    <span className="push">
      <Button type="submit" variant="primary" busy={isBusy} disabledReason={missing}>
        {children}
      </Button>
    </span>
  </div>
)
