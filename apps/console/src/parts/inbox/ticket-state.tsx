import type { InboxLine } from '@partner-office/contracts'
import { StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

const MARKS = { WAITING: 'attention', ANSWERED: 'good', CLOSED: 'off' } as const

/** The state of a line; while a help desk answers, also that of the hand-over. */
export function TicketStateMark({ line: { state, handOver } }: { readonly line: InboxLine }) {
  const { t } = useTranslation()
  return (
    <>
      <StateMark state={MARKS[state]}>{t(`inbox.states.${state}`)}</StateMark>
      {handOver !== null && handOver !== 'received' && (
        <span className="muted"> {t(`inbox.handOvers.${handOver}`)}</span>
      )}
    </>
  )
}
