import {
  type InboxTicket,
  postTicketAssign,
  postTicketClose,
  postTicketDispute,
  postTicketJoin,
  postTicketTake,
} from '@partner-office/contracts'
import { Button, Dialog, TextAreaField, TextField } from '@partner-office/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import type { Act } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { ConfirmAct } from '../../parts/confirm-act.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { StartDispute } from './start-dispute.tsx'
import { useTicketAct } from './use-ticket-act.ts'

type TicketProps = { readonly ticket: InboxTicket }
type AskedProps = TicketProps & { readonly onClose: () => void }

/** Take, hand back, start a dispute, close, join. Source: requirements INB-004, INB-007, INB-009. */
export function TicketActs({ ticket }: TicketProps) {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const [asked, setAsked] = useState<'over' | 'close' | 'join' | 'dispute' | null>(null)
  const close = () => setAsked(null)
  const notDisputing = useNeedsRole(postTicketDispute.roles)
  const isMine = ticket.assignee === operator.email
  return (
    <>
      {ticket.assignee === null && <Take ticket={ticket} />}
      {isMine && <HandBack ticket={ticket} />}
      {ticket.assignee !== null && !isMine && (
        <Button onClick={() => setAsked('over')}>{t('inbox.takeOver')}</Button>
      )}
      {ticket.disputeId === null && (
        <Button disabledReason={notDisputing} onClick={() => setAsked('dispute')}>
          {t('inbox.dispute')}
        </Button>
      )}
      <Button onClick={() => setAsked('join')}>{t('inbox.join')}</Button>
      {ticket.state !== 'CLOSED' && (
        <Button onClick={() => setAsked('close')}>{t('inbox.close')}</Button>
      )}
      {asked === 'over' && <TakeOver ticket={ticket} onClose={close} />}
      {asked === 'close' && <Close ticket={ticket} onClose={close} />}
      {asked === 'dispute' && <StartDispute ticket={ticket} onClose={close} />}
      {asked === 'join' && <Join ticket={ticket} onClose={close} />}
    </>
  )
}

function useTake(ticket: InboxTicket, takeOver: boolean, onDone?: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { operator } = useSignedIn()
  const params = { id: String(ticket.id) }
  return useTicketAct<null>(ticket, {
    send: () => api.call(postTicketTake, { params, body: { version: ticket.version, takeOver } }),
    isDone: ({ assignee }) => assignee === operator.email,
    doneText: t('inbox.done.take'),
    ...(onDone !== undefined && { onDone }),
  })
}

function Take({ ticket }: TicketProps) {
  const { t } = useTranslation()
  const act = useTake(ticket, false)
  return (
    <>
      <ActNote act={act} notDone={t('inbox.notTaken')} roles={postTicketTake.roles} />
      <Button variant="primary" busy={act.isBusy} onClick={() => act.run(null)}>
        {t('inbox.take')}
      </Button>
    </>
  )
}

function HandBack({ ticket }: TicketProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const act = useTicketAct<null>(ticket, {
    send: () =>
      api.call(postTicketAssign, {
        params: { id: String(ticket.id) },
        body: { version: ticket.version, operatorId: null },
      }),
    isDone: ({ assignee }) => assignee === null,
    doneText: t('inbox.done.handBack'),
  })
  return (
    <>
      <ActNote act={act} notDone={t('inbox.notHandedBack')} roles={postTicketAssign.roles} />
      <Button busy={act.isBusy} onClick={() => act.run(null)}>
        {t('inbox.handBack')}
      </Button>
    </>
  )
}

function TakeOver({ ticket, onClose }: AskedProps) {
  const { t } = useTranslation()
  const act = useTake(ticket, true, onClose)
  return (
    <ConfirmAct
      texts={{
        title: t('inbox.takeOver'),
        text: t('inbox.takeOverText', { name: ticket.assignee ?? '' }),
        button: t('inbox.takeOver'),
        notDone: t('inbox.notTaken'),
      }}
      act={act}
      roles={postTicketTake.roles}
      isFinal={false}
      onConfirm={() => act.run(null)}
      onClose={onClose}
    />
  )
}

function Close({ ticket, onClose }: AskedProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [reason, setReason] = useState('')
  const act = useTicketAct<string>(ticket, {
    send: (written) =>
      api.call(postTicketClose, {
        params: { id: String(ticket.id) },
        body: { version: ticket.version, reason: written },
      }),
    isDone: ({ state, closeReason }, written) => state === 'CLOSED' && closeReason === written,
    doneText: t('inbox.done.close'),
    onDone: onClose,
  })
  return (
    <ActDialog
      title={t('inbox.closeTitle')}
      button={t('inbox.close')}
      notDone={t('inbox.notClosed')}
      act={act}
      whyNot={reason.trim() === '' ? t('inbox.needsReason') : undefined}
      onConfirm={() => act.run(reason.trim())}
      onClose={onClose}
    >
      <TextAreaField
        label={t('inbox.closeReason')}
        hint={t('inbox.closeHint')}
        name="reason"
        rows={3}
        maxLength={1_000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ActDialog>
  )
}

function Join({ ticket, onClose }: AskedProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [into, setInto] = useState('')
  const act = useTicketAct<number>(ticket, {
    send: (number) =>
      api.call(postTicketJoin, {
        params: { id: String(ticket.id) },
        body: { version: ticket.version, into: number },
      }),
    isDone: ({ joinedInto }, number) => joinedInto === number,
    doneText: t('inbox.done.join'),
    onDone: onClose,
  })
  return (
    <ActDialog
      title={t('inbox.joinTitle')}
      button={t('inbox.join')}
      notDone={t('inbox.notJoined')}
      act={act}
      whyNot={/^[1-9]\d{0,14}$/.test(into) ? undefined : t('inbox.needsNumber')}
      onConfirm={() => act.run(Number(into))}
      onClose={onClose}
    >
      <TextField
        label={t('inbox.joinInto')}
        hint={t('inbox.joinHint')}
        name="into"
        inputMode="numeric"
        value={into}
        onChange={({ target }) => setInto(target.value.trim())}
      />
    </ActDialog>
  )
}

type ActDialogProps = {
  readonly title: string
  readonly button: string
  readonly notDone: string
  readonly act: Pick<Act<never>, 'error' | 'isLookingUp' | 'isBusy'>
  readonly whyNot: string | undefined
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

function ActDialog(props: ActDialogProps) {
  const { t } = useTranslation()
  const { title, button, notDone, act, whyNot, onConfirm, onClose, children } = props
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <div className="stack gap-4">
        {children}
        <ActNote act={act} notDone={notDone} roles={postTicketClose.roles} />
        <div className="decision">
          <Button variant="primary" busy={act.isBusy} disabledReason={whyNot} onClick={onConfirm}>
            {button}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
