import { getInboxTicket, type InboxTicket } from '@partner-office/contracts'
import { KeyValues, Note } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'

import { Instant } from '../../lib/instant.tsx'
import { languageText } from '../../lib/languages.ts'
import { useLive } from '../../lib/use-live.ts'
import { DisputeLink } from '../../parts/dispute-link.tsx'
import { FileViewer } from '../../parts/files/file-viewer.tsx'
import { BesideInbox } from '../../parts/inbox/beside-inbox.tsx'
import { TicketStateMark } from '../../parts/inbox/ticket-state.tsx'
import { NoteText } from '../../parts/note-text.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { TicketActs } from './ticket-acts.tsx'
import { TicketPartnerBox } from './ticket-partner-box.tsx'
import { WriteBox } from './write-box.tsx'

/** A reply of the partner and an act of another operator show within 5 s. */
const REREAD_MS = 4_000

const FROM = `/frame${PATHS.ticket}` as const

/** One ticket beside the list: what was written, the answer, and the partner. Source: requirements INB-001 to INB-009. */
export function TicketPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: FROM })
  const filters = useSearch({ from: FROM })
  const query = useLive(getInboxTicket, REREAD_MS, { params: { id } })
  const { data } = query
  return (
    <Page
      title={t('inbox.one', { id })}
      crumb={{ text: t('menu.inbox'), to: PATHS.inbox, search: filters }}
      state={data && <TicketStateMark line={data} />}
      actions={mayAnswer(data) && <TicketActs ticket={data} />}
      roles={getInboxTicket.roles}
    >
      <BesideInbox opened={{ kind: 'ticket', id: Number(id) }} filters={filters}>
        <Loaded query={query} placeholder={300} titles={{ not_found: 'inbox.notFound' }}>
          {(ticket) => <Whole ticket={ticket} onExpired={() => void query.refetch()} />}
        </Loaded>
      </BesideInbox>
    </Page>
  )
}

/** A help desk answers instead, or the other ticket is answered. */
const mayAnswer = (ticket: InboxTicket | undefined): ticket is InboxTicket =>
  ticket !== undefined && !ticket.helpDesk && ticket.joinedInto === null

type WholeProps = TicketProps & { readonly onExpired: () => void }

function Whole({ ticket, onExpired }: WholeProps) {
  const { id, partner, files } = ticket
  return (
    <div className="review">
      <div className="stack gap-4">
        <Notes ticket={ticket} />
        <Conversation ticket={ticket} />
        {files.length > 0 && <FileViewer key={id} files={files} onExpired={onExpired} />}
        {mayAnswer(ticket) && <WriteBox key={id} ticket={ticket} />}
      </div>
      <div className="stack gap-4">
        <About ticket={ticket} />
        <TicketPartnerBox id={String(id)} partnerId={partner.id} />
      </div>
    </div>
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

/** What both sides have written, and between it the notes of operators, in the order of their instants. */
function Conversation({ ticket }: TicketProps) {
  const { t } = useTranslation()
  const { text, createdAt, answers, notes, partner } = ticket
  const name = `${partner.firstName} ${partner.lastName}`
  const later = [
    ...answers.map((answer) => ({ key: `answer ${answer.id}`, note: null, ...answer })),
    ...notes.map((note) => ({ key: `note ${note.id}`, by: note.author.email, note, ...note })),
  ].toSorted((one, other) => one.at - other.at || one.id - other.id)
  return (
    <Box title={t('inbox.conversation')}>
      <ol className="conversation">
        <Entry by={name} at={createdAt}>
          <bdi className="entry-text">{text}</bdi>
        </Entry>
        {later.map(({ key, at, by, note, text: written }) => (
          <Entry
            key={key}
            by={by ?? name}
            at={at}
            className={classOf(by, note !== null)}
            mark={note !== null && <strong>{t('inbox.writes.note')} · </strong>}
          >
            {note === null ? <bdi className="entry-text">{written}</bdi> : <NoteText note={note} />}
          </Entry>
        ))}
      </ol>
    </Box>
  )
}

const classOf = (by: string | null, isNote: boolean): string =>
  isNote ? 'entry for-operators' : by === null ? 'entry' : 'entry from-operator'

type EntryProps = {
  readonly by: string
  readonly at: number
  readonly className?: string
  readonly mark?: ReactNode
  readonly children: ReactNode
}

function Entry({ by, at, className = 'entry', mark, children }: EntryProps) {
  return (
    <li className={className}>
      <span className="caption">
        {mark}
        <bdi>{by}</bdi> · <Instant at={at} />
      </span>
      {children}
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
          ...(bonusType === null
            ? []
            : [{ label: t('inbox.bonus'), value: t(`inbox.bonuses.${bonusType}`) }]),
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
