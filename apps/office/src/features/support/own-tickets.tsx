import type { Ticket } from '@partner-office/contracts'
import { Card, Chip, type ChipTone } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { Moment } from '../../parts/figures/moment.tsx'
import { TicketEntries } from './ticket-entries.tsx'
import { TicketReply } from './ticket-reply.tsx'
import { TICKET_KINDS } from './ticket-forms.ts'
import { useTickets } from './use-ticket.ts'

const TONES: Readonly<Record<Ticket['state'], ChipTone>> = {
  waiting: 'orange',
  received: 'green',
  refused: 'red',
}

/** The partner's latest tickets and their state. */
export function OwnTickets() {
  const { t } = useTranslation()
  const tickets = useTickets()
  return (
    <Card title={t('support.own')}>
      <Loaded query={tickets} placeholder={88}>
        {(own) =>
          own.length === 0 ? (
            <p className="meta">{t('support.none')}</p>
          ) : (
            <ul>
              {own.map((ticket) => (
                <TicketRow key={ticket.id} ticket={ticket} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function TicketRow({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation()
  const { id, type, comment, state, createdAt, files, isClosed, entries, mayReply } = ticket
  const kind = TICKET_KINDS.find((known) => known.type === type)!
  return (
    <li className="own-ticket">
      <span className="in-row between wrap">
        <span className="medium-weight">{t(`support.${kind.name}`)}</span>
        {isClosed ? (
          <Chip tone="green">{t('support.closed')}</Chip>
        ) : (
          <Chip tone={TONES[state]}>{t(`support.state.${state}`)}</Chip>
        )}
      </span>
      <bdi className="subdued own-comment">{comment}</bdi>
      <span className="caption">
        {t('support.number', { id })} · <Moment at={createdAt} />
        {files.length > 0 && ` · ${t('support.fileNumber', { count: files.length })}`}
      </span>
      {entries.length > 0 && <TicketEntries entries={entries} />}
      {mayReply && <TicketReply ticket={ticket} />}
    </li>
  )
}
