import {
  type PayoutDetail,
  postQueueApprove,
  postQueueReject,
  postQueueTake,
  postQueueTakeOver,
} from '@partner-office/contracts'
import { Button, Checkbox, Note, TextField } from '@partner-office/ui'
import { isReason, ReasonField, useKeys } from '@partner-office/ui/console'
import { CallFailed } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { useReasonHint } from '../../lib/reason-hint.ts'
import type { Act } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { useProposed } from '../../parts/use-proposed.ts'
import { usePayoutAct } from './use-payout-act.ts'

type ActProps = { readonly payout: PayoutDetail }
type AskedProps = ActProps & { readonly onClose: () => void }

/** What an operator may do with a payout in its state. Source: requirements PQU-004, PQU-006, PQU-007. */
export function PayoutActs({ payout }: ActProps) {
  const { operator } = useSignedIn()
  const { state, takenBy } = payout
  if (state === 'waiting') {
    return (
      <div className="console-actions">
        <Asking payout={payout} kind="reject" />
        <Take payout={payout} />
      </div>
    )
  }
  if (state !== 'taken') return null
  if (takenBy?.id !== operator.id) {
    return (
      <div className="console-actions">
        <Asking payout={payout} kind="takeOver" />
      </div>
    )
  }
  return (
    <div className="console-actions">
      <Asking payout={payout} kind="reject" />
      <Asking payout={payout} kind="approve" />
    </div>
  )
}

/** Takes the payout up; a large one is proposed. */
function Take({ payout }: ActProps) {
  const { api } = useConsole()
  const { operator } = useSignedIn()
  const act = usePayoutAct<null>({
    kind: 'take',
    payout,
    send: (_none, params) => api.call(postQueueTake, { params, body: { version: payout.version } }),
    isDone: ({ takenBy }) => takenBy?.id === operator.id,
  })
  const isLarge = act.error instanceof CallFailed && act.error.code === 'proposal_required'
  return isLarge ? <ProposeTake payout={payout} /> : <TakeButton act={act} />
}

function TakeButton({ act }: { readonly act: Act<null> }) {
  const { t } = useTranslation()
  const disabledReason = useNeedsRole(postQueueTake.roles)
  const take = () => disabledReason === undefined && act.run(null)
  useKeys([{ keys: 't', label: t('payouts.acts.take.button'), run: take }])
  return (
    <>
      <ActNote act={act} notDone={t('payouts.acts.take.notDone')} roles={postQueueTake.roles} />
      <Button
        variant="primary"
        busy={act.isBusy}
        disabledReason={disabledReason}
        onClick={() => act.run(null)}
      >
        {t('payouts.acts.take.button')}
      </Button>
    </>
  )
}

function ProposeTake({ payout }: ActProps) {
  const { t } = useTranslation()
  const [isProposing, setProposing] = useState(false)
  const close = () => setProposing(false)
  const onProposed = useProposed(close)
  return (
    <>
      <Note live>{t('payouts.acts.take.large')}</Note>
      <Button variant="primary" onClick={() => setProposing(true)}>
        {t('payouts.acts.take.propose')}
      </Button>
      {isProposing && (
        <ProposeDialog
          title={t('payouts.acts.take.propose')}
          proposed={{ kind: 'payout', object: String(payout.id), values: {} }}
          onDone={onProposed}
          onClose={close}
        />
      )}
    </>
  )
}

const ASKED = { takeOver: TakeOver, approve: Approve, reject: Reject } as const
const KEYS = { takeOver: 't', approve: 'a', reject: 'r' } as const

/** A button that asks before its act. */
function Asking({ payout, kind }: ActProps & { readonly kind: keyof typeof ASKED }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const Asked = ASKED[kind]
  const disabledReason = useNeedsRole(postQueueReject.roles)
  const name = t(`payouts.acts.${kind}.button`)
  const ask = () => setAsking(disabledReason === undefined)
  useKeys([{ keys: KEYS[kind], label: name, run: ask }])
  return (
    <>
      <Button
        variant={kind === 'reject' ? 'secondary' : 'primary'}
        disabledReason={disabledReason}
        onClick={ask}
      >
        {name}
      </Button>
      {isAsking && <Asked payout={payout} onClose={() => setAsking(false)} />}
    </>
  )
}

type AskedAct = 'takeOver' | 'approve' | 'reject'

function useActTexts(kind: AskedAct) {
  const { t } = useTranslation()
  return {
    title: t(`payouts.acts.${kind}.title`),
    button: t(`payouts.acts.${kind}.button`),
    notDone: t(`payouts.acts.${kind}.notDone`),
  }
}

function TakeOver({ payout, onClose }: AskedProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { operator } = useSignedIn()
  const [reason, setReason] = useState('')
  const hint = useReasonHint(reason)
  const act = usePayoutAct<string>({
    kind: 'takeOver',
    payout,
    send: (why, params) =>
      api.call(postQueueTakeOver, { params, body: { version: payout.version, reason: why } }),
    isDone: ({ takenBy }) => takenBy?.id === operator.id,
  })
  const by = payout.takenBy?.email ?? t('payouts.commandLine')
  return (
    <FormDialog
      texts={useActTexts('takeOver')}
      act={act}
      roles={postQueueTakeOver.roles}
      missing={isReason(reason) ? undefined : hint}
      onSubmit={() => act.run(reason.trim())}
      onClose={onClose}
    >
      <p>{t('payouts.acts.takeOver.text', { by })}</p>
      <ReasonField label={t('reason.label')} hint={hint} value={reason} onChange={setReason} />
    </FormDialog>
  )
}

function Approve({ payout, onClose }: AskedProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [txId, setTxId] = useState('')
  const act = usePayoutAct<string>({
    kind: 'approve',
    payout,
    send: (id, params) =>
      api.call(postQueueApprove, { params, body: { version: payout.version, txId: id } }),
    isDone: (now, id) => now.state === 'sent' && now.txId === id,
  })
  const texts = { ...useActTexts('approve'), hint: t('payouts.acts.approve.hint') }
  return (
    <FormDialog
      texts={texts}
      act={act}
      roles={postQueueApprove.roles}
      missing={txId.trim() === '' ? t('codes.required') : undefined}
      onSubmit={() => act.run(txId.trim())}
      onClose={onClose}
    >
      <p>
        {t('payouts.acts.approve.to')} <bdi className="mono">{payout.address}</bdi>
      </p>
      <TransactionField pattern={payout.txPattern} value={txId} onChange={setTxId} />
    </FormDialog>
  )
}

type TransactionFieldProps = {
  readonly pattern: string
  readonly value: string
  readonly onChange: (txId: string) => void
}

function TransactionField({ pattern, value, onChange }: TransactionFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('payouts.transaction')}
      hint={t('payouts.acts.approve.pattern', { pattern })}
      value={value}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      maxLength={256}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Asks why and, of a batch, whether it was sent. */
function Reject({ payout, onClose }: AskedProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [isNotSent, setNotSent] = useState(false)
  const act = useReject(payout, isNotSent)
  const isInBatch = payout.batch !== null
  const isOpen = reason.trim() === '' || (isInBatch && !isNotSent)
  return (
    <FormDialog
      texts={useActTexts('reject')}
      act={act}
      roles={postQueueReject.roles}
      missing={isOpen ? t('payouts.acts.reject.open') : undefined}
      onSubmit={() => act.run(reason.trim())}
      onClose={onClose}
    >
      <p>{t('payouts.acts.reject.text')}</p>
      {isInBatch && <WasSent isNotSent={isNotSent} onChange={setNotSent} />}
      <TextField
        label={t('payouts.reason')}
        hint={t('payouts.acts.reject.reasonHint')}
        value={reason}
        maxLength={256}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}

function useReject(payout: PayoutDetail, isNotSent: boolean) {
  const { api } = useConsole()
  return usePayoutAct<string>({
    kind: 'reject',
    payout,
    send: (why, params) =>
      api.call(postQueueReject, {
        params,
        body: { version: payout.version, reason: why, ...(isNotSent && { isNotSent }) },
      }),
    isDone: (now, why) => now.state === 'rejected' && now.reason === why,
  })
}

type WasSentProps = {
  readonly isNotSent: boolean
  readonly onChange: (isNotSent: boolean) => void
}

function WasSent({ isNotSent, onChange }: WasSentProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="stack gap-1">
      <legend className="bold">{t('payouts.acts.reject.wasSent')}</legend>
      <Checkbox
        label={t('payouts.acts.reject.notSent')}
        checked={isNotSent}
        onChange={({ target }) => onChange(target.checked)}
      />
    </fieldset>
  )
}
