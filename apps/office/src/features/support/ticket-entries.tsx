import type { Ticket } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { Moment } from '../../parts/figures/moment.tsx'

/** Answers to a ticket and own replies, oldest first. Source: requirements INB-002. */
export function TicketEntries({ entries }: Pick<Ticket, 'entries'>) {
  const { t } = useTranslation()
  return (
    <ol className="ticket-entries" aria-label={t('support.answers')}>
      {entries.map(({ id, at, from, text }) => (
        <li key={id} className="ticket-entry">
          <span className="caption">
            {from === 'support' ? t('support.fromSupport') : t('support.fromYou')} ·{' '}
            <Moment at={at} />
          </span>
          <bdi className="ticket-entry-text">{text}</bdi>
        </li>
      ))}
    </ol>
  )
}
