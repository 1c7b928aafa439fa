import {
  type PayoutDetail,
  postQueueApprove,
  postQueueReject,
  postQueueTake,
  postQueueTakeOver,
} from '@partner-office/contracts'
import { Button, Checkbox, Dialog, Note, TextField } from '@partner-office/ui'
import { isReason, ReasonField, useKeys } from '@partner-office/ui/console'
import { CallFailed } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { useReasonHint } from '../../lib/reason-hint.ts'
import { ActNote } from '../../parts/act-note.tsx'
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
  const { t } = useTranslation()
  const { api } = useConsole()
  const { operator } = useSignedIn()
  const [isProposing, setProposing] = useState(false)
  const onProposed = useProposed(() => setProposing(false))
  const act = usePayoutAct<null>({
    kind: 'take',
    payout,
    send: (_none, params) => api.call(postQueueTake, { params, body: { version: payout.version } }),
    isDone: ({ takenBy }) => takenBy?.id === operator.id,
  })
  const disabledReason = useNeedsRole(postQueueTake.roles)
  const take = () => disabledReason === undefined && act.run(null)
  useKeys([{ keys: 't', label: t('payouts.acts.take.button'), run: take }])
  const isLarge = act.error instanceof CallFailed && act.error.code === 'proposal_required'
  return (
    <>
      {isLarge ? (
        <>
          <Note live>{t('payouts.acts.take.large')}</Note>
          <Button variant="primary" onClick={() => setProposing(true)}>
            {t('payouts.acts.take.propose')}
          </Button>
        </>
      ) : (
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
      )}
      {isProposing && (
        <ProposeDialog
          title={t('payouts.acts.take.propose')}
          proposed={{ kind: 'payout', object: String(payout.id), values: {} }}
          onDone={onProposed}
          onClose={() => setProposing(false)}
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
    <Dialog
      title={t('payouts.acts.takeOver.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReason(reason)) act.run(reason.trim())
        }}
      >
        <p>{t('payouts.acts.takeOver.text', { by })}</p>
        <ReasonField label={t('reason.label')} hint={hint} value={reason} onChange={setReason} />
        <ActNote
          act={act}
          notDone={t('payouts.acts.takeOver.notDone')}
          roles={postQueueTakeOver.roles}
        />
        <Submit isBusy={act.isBusy} reason={isReason(reason) ? undefined : hint}>
          {t('payouts.acts.takeOver.button')}
        </Submit>
      </form>
    </Dialog>
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
  const isEmpty = txId.trim() === ''
  return (
    <Dialog
      title={t('payouts.acts.approve.title')}
      hint={t('payouts.acts.approve.hint')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty) act.run(txId.trim())
        }}
      >
        <p>
          {t('payouts.acts.approve.to')} <bdi className="mono">{payout.address}</bdi>
        </p>
        <TextField
          label={t('payouts.transaction')}
          hint={t('payouts.acts.approve.pattern', { pattern: payout.txPattern })}
          value={txId}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={256}
          onChange={({ target }) => setTxId(target.value)}
        />
        <ActNote
          act={act}
          notDone={t('payouts.acts.approve.notDone')}
          roles={postQueueApprove.roles}
        />
        <Submit isBusy={act.isBusy} reason={isEmpty ? t('codes.required') : undefined}>
          {t('payouts.acts.approve.button')}
        </Submit>
      </form>
    </Dialog>
  )
}

/** Asks why and, of a batch, whether it was sent. */
function Reject({ payout, onClose }: AskedProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [reason, setReason] = useState('')
  const [isNotSent, setNotSent] = useState(false)
  const isInBatch = payout.batch !== null
  const act = usePayoutAct<string>({
    kind: 'reject',
    payout,
    send: (why, params) =>
      api.call(postQueueReject, {
        params,
        body: { version: payout.version, reason: why, ...(isNotSent && { isNotSent }) },
      }),
    isDone: (now, why) => now.state === 'rejected' && now.reason === why,
  })
  const isOpen = reason.trim() === '' || (isInBatch && !isNotSent)
  return (
    <Dialog title={t('payouts.acts.reject.title')} closeLabel={t('common.close')} onClose={onClose}>
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isOpen) act.run(reason.trim())
        }}
      >
        <p>{t('payouts.acts.reject.text')}</p>
        {isInBatch && (
          <fieldset className="stack gap-1">
            <legend className="bold">{t('payouts.acts.reject.wasSent')}</legend>
            <Checkbox
              label={t('payouts.acts.reject.notSent')}
              checked={isNotSent}
              onChange={({ target }) => setNotSent(target.checked)}
            />
          </fieldset>
        )}
        <TextField
          label={t('payouts.reason')}
          hint={t('payouts.acts.reject.reasonHint')}
          value={reason}
          maxLength={256}
          onChange={({ target }) => setReason(target.value)}
        />
        <ActNote
          act={act}
          notDone={t('payouts.acts.reject.notDone')}
          roles={postQueueReject.roles}
        />
        <Submit isBusy={act.isBusy} reason={isOpen ? t('payouts.acts.reject.open') : undefined}>
          {t('payouts.acts.reject.button')}
        </Submit>
      </form>
    </Dialog>
  )
}

type SubmitProps = {
  readonly isBusy: boolean
  /** Why it cannot be sent yet. */
  readonly reason: string | undefined
  readonly children: string
}

const Submit = ({ isBusy, reason, children }: SubmitProps) => (
  <div className="in-row">
    <span className="push">
      <Button type="submit" variant="primary" busy={isBusy} disabledReason={reason}>
        {children}
      </Button>
    </span>
  </div>
)
