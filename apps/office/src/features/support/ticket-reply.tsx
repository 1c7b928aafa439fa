import { LONGEST_TEXT, type Ticket } from '@partner-office/contracts'
import { Button, Note, TextAreaField } from '@partner-office/ui'
import { FormNote } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useReply } from './use-ticket.ts'

type ReplyProps = { readonly ticket: Ticket }

/** A reply to a ticket, also to a closed one, which it opens again. Source: requirements INB-003. */
export function TicketReply({ ticket }: ReplyProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<'closed' | 'open' | 'sent'>('closed')
  if (state === 'open') return <ReplyForm ticket={ticket} onSent={() => setState('sent')} />
  return (
    <div className="stack gap-3">
      {state === 'sent' && (
        <Note tone="green" live>
          {t('support.replySent')}
        </Note>
      )}
      <div>
        <Button
          size="sm"
          aria-label={`${t('support.reply')}: ${t('support.number', { id: ticket.id })}`}
          onClick={() => setState('open')}
        >
          {t('support.reply')}
        </Button>
      </div>
    </div>
  )
}

function ReplyForm({ ticket, onSent }: ReplyProps & { readonly onSent: () => void }) {
  const { t } = useTranslation()
  const form = useReply(ticket.id, onSent)
  return (
    <form
      {...form.props}
      className="stack gap-3"
      aria-label={`${t('support.reply')}: ${t('support.number', { id: ticket.id })}`}
    >
      <TextAreaField
        {...form.field('text')}
        label={t('support.replyText')}
        hint={ticket.isClosed ? t('support.replyHint') : undefined}
        maxLength={LONGEST_TEXT}
        autoFocus
        required
      />
      <FormNote form={form} />
      <div className="in-row to-end">
        <Button type="submit" variant="primary" busy={form.isSending}>
          {t('support.send')}
        </Button>
      </div>
    </form>
  )
}
