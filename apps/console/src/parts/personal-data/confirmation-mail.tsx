import { postConfirmationMail } from '@partner-office/contracts'
import { Button, TextField, useToast } from '@partner-office/ui'
import { isReason, ReasonField } from '@partner-office/ui/console'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { useReasonHint } from '../../lib/reason-hint.ts'
import { hasOneOf } from '../../lib/session.ts'
import { useAct } from '../../lib/use-act.ts'
import { FormDialog } from '../form-dialog.tsx'

/** A button that sends the mail again with which a registration is confirmed. Source: requirements PTR-008. */
export function ConfirmationMailButton() {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  if (!hasOneOf(operator.roles, postConfirmationMail.roles)) return null
  return (
    <>
      <Button variant="secondary" icon="mail" onClick={() => setOpen(true)}>
        {t('confirmationMail.title')}
      </Button>
      {isOpen && <ConfirmationMail onClose={() => setOpen(false)} />}
    </>
  )
}

function ConfirmationMail({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const hint = useReasonHint(reason)
  const act = useSending(onClose)
  const reasonMissing = isReason(reason) ? undefined : hint
  return (
    <FormDialog
      texts={{
        title: t('confirmationMail.title'),
        hint: t('confirmationMail.hint'),
        button: t('confirmationMail.send'),
        notDone: t('confirmationMail.notDone'),
      }}
      act={act}
      roles={postConfirmationMail.roles}
      missing={email.trim() === '' ? t('confirmationMail.missing') : reasonMissing}
      onSubmit={() => act.run({ email: email.trim(), reason: reason.trim() })}
      onClose={onClose}
    >
      <TextField
        type="email"
        label={t('confirmationMail.email')}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <ReasonField label={t('reason.label')} hint={hint} value={reason} onChange={setReason} />
    </FormDialog>
  )
}

type Asked = { readonly email: string; readonly reason: string }

function useSending(onSent: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  return useAct({
    send: (body: Asked) => api.call(postConfirmationMail, { body }),
    // Whether a mail was sent cannot be read; sending it again does no harm.
    lookUp: async () => null,
    onDone: () => {
      toast.success({ title: t('confirmationMail.done') })
      onSent()
    },
  })
}
