import { type Alert, getToday, postAlertSilence } from '@partner-office/contracts'
import { SelectField, useToast } from '@partner-office/ui'
import { isReason, ReasonField } from '@partner-office/ui/console'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useReasonHint } from '../../lib/reason-hint.ts'
import { useAct } from '../../lib/use-act.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'

/** Units: hours, at most 24. Source: requirements TOD-004. */
const HOURS = [1, 4, 8, 24]

type SilenceDialogProps = { readonly alert: Alert; readonly onClose: () => void }

/** Asks for how long and why an alert is silent. */
export function SilenceDialog({ alert, onClose }: SilenceDialogProps) {
  const { t } = useTranslation()
  const [hours, setHours] = useState(HOURS[0]!)
  const [reason, setReason] = useState('')
  const hint = useReasonHint(reason)
  const act = useSilence(alert, onClose)
  return (
    <FormDialog
      texts={{
        title: t('alerts.silence.title'),
        button: t('alerts.silence.button'),
        notDone: t('alerts.silence.notDone'),
      }}
      act={act}
      roles={postAlertSilence.roles}
      missing={isReason(reason) ? undefined : hint}
      onSubmit={() => act.run({ hours, reason: reason.trim() })}
      onClose={onClose}
    >
      <p>{alert.sentence}</p>
      <p className="muted">{t('alerts.silence.text')}</p>
      <SelectField
        label={t('alerts.silence.hours')}
        value={hours}
        onChange={({ target }) => setHours(Number(target.value))}
      >
        {HOURS.map((count) => (
          <option key={count} value={count}>
            {t('alerts.silence.hour', { count })}
          </option>
        ))}
      </SelectField>
      <ReasonField label={t('reason.label')} hint={hint} value={reason} onChange={setReason} />
    </FormDialog>
  )
}

type Silence = { readonly hours: number; readonly reason: string }

function useSilence({ name, object }: Alert, onClose: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  return useAct<Silence, true>({
    send: async (silence) => {
      await api.call(postAlertSilence, { body: { name, object, ...silence } })
      return true
    },
    lookUp: async () => {
      const { alerts } = await api.call(getToday)
      const now = alerts.find((one) => one.name === name && one.object === object)
      return now === undefined || now.silence !== null ? true : null
    },
    onDone: () => {
      toast.success({ title: t('alerts.silence.done') })
      void queries.invalidateQueries({ queryKey: [getToday.path] })
      onClose()
    },
  })
}
