import { getInboxTicket, type InboxTicket } from '@partner-office/contracts'
import { KeyValues, Note } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'

import { Instant } from '../../lib/instant.tsx'
import { languageText } from '../../lib/languages.ts'
import { useLive } from '../../lib/use-live.ts'
import { DisputeLink } from '../../parts/dispute-link.tsx'
import { FileViewer } from '../../parts/files/file-viewer.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { AnswerBox } from './answer-box.tsx'
import { TicketActs } from './ticket-acts.tsx'
import { TicketPartnerBox } from './ticket-partner-box.tsx'
import { TicketStateMark } from './ticket-state.tsx'

/** A reply of the partner and an act of another operator show within 5 s. */
const REREAD_MS = 4_000

/** One ticket: what was written, the answer, and the partner beside it. Source: requirements INB-002 to INB-009. */
export function TicketPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: `/frame${PATHS.ticket}` })
  const query = useLive(getInboxTicket, REREAD_MS, { params: { id } })
  const { data } = query
  return (
    <Page
      title={t('inbox.one', { id })}
      crumb={{ text: t('menu.inbox'), to: PATHS.inbox }}
      state={data && <TicketStateMark line={data} />}
      actions={data && !data.helpDesk && data.joinedInto === null && <TicketActs ticket={data} />}
      roles={getInboxTicket.roles}
    >
      <Loaded query={query} placeholder={300} titles={{ not_found: 'inbox.notFound' }}>
        {(ticket) => (
          <div className="review">
            <div className="stack gap-4">
              <Notes ticket={ticket} />
              <Conversation ticket={ticket} />
              {ticket.files.length > 0 && (
                <FileViewer
                  key={ticket.id}
                  files={ticket.files}
                  onExpired={() => void query.refetch()}
                />
              )}
              {!ticket.helpDesk && ticket.joinedInto === null && (
                <AnswerBox key={ticket.id} ticket={ticket} />
              )}
            </div>
            <div className="stack gap-4">
              <About ticket={ticket} />
              <TicketPartnerBox id={id} partnerId={ticket.partner.id} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

type TicketProps = { readonly ticket: InboxTicket }

const TicketLink = ({ id }: { readonly id: number }) => (
  <Link to={PATHS.ticket} params={{ id: String(id) }} className="link digits">
    {id}
  </Link>
)

function Notes({ ticket: { helpDesk, joinedInto, closeReason } }: TicketProps) {
  const { t } = useTranslation()
  return (
    <>
      {helpDesk && <Note tone="orange">{t('inbox.helpDesk')}</Note>}
      {joinedInto !== null && (
        <Note>
          {t('inbox.joinedInto')} <TicketLink id={joinedInto} />
        </Note>
      )}
      {closeReason !== null && (
        <Note>
          {t('inbox.closedBecause')} <bdi>{closeReason}</bdi>
        </Note>
      )}
    </>
  )
}

function Conversation({ ticket }: TicketProps) {
  const { t } = useTranslation()
  const { text, createdAt, answers, partner } = ticket
  const name = `${partner.firstName} ${partner.lastName}`
  return (
    <Box title={t('inbox.conversation')}>
      <ol className="conversation">
        <Entry by={name} at={createdAt} text={text} />
        {answers.map(({ id, at, by, text: written }) => (
          <Entry key={id} by={by ?? name} isOperator={by !== null} at={at} text={written} />
        ))}
      </ol>
    </Box>
  )
}

type EntryProps = {
  readonly by: string
  readonly at: number
  readonly text: string
  readonly isOperator?: boolean
}

function Entry({ by, at, text, isOperator = false }: EntryProps): ReactNode {
  return (
    <li className={isOperator ? 'entry from-operator' : 'entry'}>
      <span className="caption">
        <bdi>{by}</bdi> · <Instant at={at} />
      </span>
      <bdi className="entry-text">{text}</bdi>
    </li>
  )
}

function About({ ticket }: TicketProps) {
  const { t } = useTranslation()
  const { partner, type, bonusType, email, language, createdAt, assignee, repeats, disputeId } =
    ticket
  return (
    <Box title={t('inbox.about')}>
      <KeyValues
        items={[
          { label: t('orders.partner'), value: <PartnerName partner={partner} isLink /> },
          { label: t('inbox.language'), value: languageText(language) },
          { label: t('inbox.type'), value: t(`inbox.types.${type}`) },
          ...(bonusType === null ? [] : [{ label: t('inbox.bonus'), value: bonusType }]),
          ...(email === '' ? [] : [{ label: t('inbox.email'), value: <bdi>{email}</bdi> }]),
          { label: t('inbox.sent'), value: <Instant at={createdAt} isExact /> },
          { label: t('inbox.assignee'), value: assignee ?? t('inbox.nobody') },
          ...(disputeId === null
            ? []
            : [{ label: t('inbox.startedDispute'), value: <DisputeLink id={disputeId} /> }]),
          ...(repeats.length === 0
            ? []
            : [
                {
                  label: t('inbox.repeats'),
                  value: repeats.map((id) => (
                    <span key={id}>
                      <TicketLink id={id} />{' '}
                    </span>
                  )),
                },
              ]),
        ]}
      />
    </Box>
  )
}
