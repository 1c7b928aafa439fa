import {
  type Alert,
  deleteAlertSilence,
  getToday,
  postAcknowledgement,
} from '@partner-office/contracts'
import { Button, useToast } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { SilenceDialog } from './silence-dialog.tsx'

type AlertActsProps = { readonly alert: Alert }

/** What an admin may do about an alert. */
export function AlertActs({ alert }: AlertActsProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const speak = useAlertAct(alert, 'speak')
  const acknowledge = useAlertAct(alert, 'acknowledge')
  return (
    <>
      {alert.acts.includes('silence') && (
        <Button size="sm" onClick={() => setAsking(true)}>
          {t('alerts.silence.button')}
        </Button>
      )}
      {alert.acts.includes('speak') && (
        <Button size="sm" busy={speak.isBusy} onClick={() => speak.run()}>
          {t('alerts.speak.button')}
        </Button>
      )}
      {alert.acts.includes('acknowledge') && (
        <Button size="sm" busy={acknowledge.isBusy} onClick={() => acknowledge.run()}>
          {t('alerts.acknowledge.button')}
        </Button>
      )}
      <ActNote act={speak} notDone={t('alerts.speak.notDone')} roles={deleteAlertSilence.roles} />
      <ActNote
        act={acknowledge}
        notDone={t('alerts.acknowledge.notDone')}
        roles={postAcknowledgement.roles}
      />
      {isAsking && <SilenceDialog alert={alert} onClose={() => setAsking(false)} />}
    </>
  )
}

const isSame = (one: Alert, { name, object }: Alert): boolean =>
  one.name === name && one.object === object

/** Whether the alert, read again, shows that the act was done. */
const IS_DONE = {
  speak: (now: Alert | undefined) => now === undefined || now.silence === null,
  acknowledge: (now: Alert | undefined) => now === undefined,
}

function useAlertAct(alert: Alert, kind: 'speak' | 'acknowledge') {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  const { name, object } = alert
  return useAct<void, true>({
    send: async () => {
      await (kind === 'speak'
        ? api.call(deleteAlertSilence, { query: { name, object } })
        : api.call(postAcknowledgement, { body: { entry: Number(object) } }))
      return true
    },
    lookUp: async () => {
      const { alerts } = await api.call(getToday)
      return IS_DONE[kind](alerts.find((one) => isSame(one, alert))) ? true : null
    },
    onDone: () => {
      toast.success({ title: t(`alerts.${kind}.done`) })
      void queries.invalidateQueries({ queryKey: [getToday.path] })
    },
  })
}
