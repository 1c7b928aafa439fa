import {
  deletePayoutStop,
  getPayoutStop,
  type PayoutStop,
  putPayoutStop,
} from '@partner-office/contracts'
import { Button, TextField, useToast } from '@partner-office/ui'
import { Box, isReason, ReasonField } from '@partner-office/ui/console'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../lib/console.ts'
import { Instant } from '../lib/instant.tsx'
import { useReasonHint } from '../lib/reason-hint.ts'
import { useAct } from '../lib/use-act.ts'
import { ActNote } from './act-note.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useNeedsRole } from './use-needs-role.ts'
import { useReadPayouts } from './use-read-payouts.ts'

type StopBoxProps = { readonly partnerId: number; readonly stop: PayoutStop | null }

/** The stop of all payouts of the partner. Source: requirements PQU-012. */
export function StopBox({ partnerId, stop }: StopBoxProps) {
  const { t } = useTranslation()
  const [isStopping, setStopping] = useState(false)
  const disabledReason = useNeedsRole(putPayoutStop.roles)
  return (
    <Box
      title={t('payouts.stop.title')}
      foot={
        <div className="console-actions">
          {stop !== null && <Lift partnerId={partnerId} />}
          <Button disabledReason={disabledReason} onClick={() => setStopping(true)}>
            {t(stop === null ? 'payouts.stop.button' : 'payouts.stop.change')}
          </Button>
        </div>
      }
    >
      {stop === null ? <p className="muted">{t('payouts.stop.none')}</p> : <Shown stop={stop} />}
      {isStopping && <StopDialog partnerId={partnerId} onClose={() => setStopping(false)} />}
    </Box>
  )
}

function Shown({ stop: { since, until, reason, by } }: { readonly stop: PayoutStop }) {
  const { t } = useTranslation()
  return (
    <>
      <p>
        {t('payouts.stop.since')} <Instant at={since} />
        {by !== null && (
          <>
            , <bdi>{by.email}</bdi>
          </>
        )}
      </p>
      {until !== null && (
        <p>
          {t('payouts.stop.until')} <Instant at={until} />
        </p>
      )}
      <blockquote className="reason">{reason ?? t('payouts.stop.noReason')}</blockquote>
    </>
  )
}

function Lift({ partnerId }: { readonly partnerId: number }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const readAgain = useReadPayouts()
  const params = { id: String(partnerId) }
  const act = useAct<null, unknown>({
    send: () => api.call(deletePayoutStop, { params }),
    lookUp: async () => {
      const { stop } = await api.call(getPayoutStop, { params })
      return stop === null ? {} : null
    },
    onDone: () => {
      toast.success({ title: t('payouts.stop.lifted') })
      void readAgain()
    },
  })
  return (
    <>
      <ActNote act={act} notDone={t('payouts.stop.notLifted')} roles={deletePayoutStop.roles} />
      <Button
        busy={act.isBusy}
        disabledReason={useNeedsRole(deletePayoutStop.roles)}
        onClick={() => act.run(null)}
      >
        {t('payouts.stop.lift')}
      </Button>
    </>
  )
}

type StopDialogProps = { readonly partnerId: number; readonly onClose: () => void }

function StopDialog({ partnerId, onClose }: StopDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const hint = useReasonHint(reason)
  const act = useStop(partnerId, onClose)
  const texts = {
    title: t('payouts.stop.dialog'),
    hint: t('payouts.stop.hint'),
    button: t('payouts.stop.button'),
    notDone: t('payouts.stop.notDone'),
  }
  return (
    <FormDialog
      texts={texts}
      act={act}
      roles={putPayoutStop.roles}
      missing={isReason(reason) ? undefined : hint}
      // What was typed means UTC, whatever the zone of the browser.
      onSubmit={() =>
        act.run({ reason: reason.trim(), until: typed === '' ? null : Date.parse(`${typed}Z`) })
      }
      onClose={onClose}
    >
      <ReasonField label={t('reason.label')} hint={hint} value={reason} onChange={setReason} />
      <TextField
        type="datetime-local"
        label={t('payouts.stop.end')}
        hint={t('payouts.stop.endHint')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  )
}

function useStop(partnerId: number, onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const readAgain = useReadPayouts()
  const params = { id: String(partnerId) }
  return useAct<{ readonly reason: string; readonly until: number | null }, unknown>({
    send: (body) => api.call(putPayoutStop, { params, body }),
    lookUp: async ({ reason, until }) => {
      const { stop } = await api.call(getPayoutStop, { params })
      return stop?.reason === reason && stop.until === until ? stop : null
    },
    onDone: () => {
      toast.success({ title: t('payouts.stop.done') })
      void readAgain()
      onDone()
    },
  })
}
