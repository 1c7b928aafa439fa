import type { Role } from '@partner-office/contracts'
import { Button, Dialog } from '@partner-office/ui'
import { isReason, ReasonField } from '@partner-office/ui/console'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useReasonHint } from '../lib/reason-hint.ts'
import { useAct } from '../lib/use-act.ts'
import { ActNote } from './act-note.tsx'

type ReasonFormProps = {
  /** What the act changes. */
  readonly preview?: ReactNode
  /** The words on the button, and what was not done. */
  readonly button: string
  readonly notDone: string
  readonly roles: readonly Role[]
  readonly send: (reason: string) => Promise<object>
  /** Reads whether the act was done; null: it was not. */
  readonly lookUp: () => Promise<object | null>
  readonly onDone: () => void
}

type ReasonDialogProps = ReasonFormProps & {
  readonly title: string
  readonly hint: string
  readonly onClose: () => void
}

/** Asks for the reason of an act on a partner, below what the act changes. */
export function ReasonDialog({ title, hint, onClose, onDone, ...form }: ReasonDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} hint={hint} closeLabel={t('common.close')} onClose={onClose}>
      {(close) => (
        <ReasonForm
          {...form}
          onCancel={close}
          onDone={() => {
            onDone()
            close()
          }}
        />
      )}
    </Dialog>
  )
}

type FormProps = ReasonFormProps & { readonly onCancel: () => void }

function ReasonForm({ preview, button, notDone, roles, onCancel, ...options }: FormProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const hint = useReasonHint(reason)
  const act = useAct<string, object>(options)
  return (
    <form
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReason(reason)) act.run(reason.trim())
      }}
    >
      {preview}
      <ReasonField label={t('reason.label')} hint={hint} value={reason} onChange={setReason} />
      <ActNote act={act} notDone={notDone} roles={roles} />
      <div className="box-actions">
        <Button variant="ghost" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={act.isBusy}
          disabledReason={isReason(reason) ? undefined : hint}
        >
          {button}
        </Button>
      </div>
    </form>
  )
}
