import { type FullDispute, getConsoleDispute } from '@partner-office/contracts'
import { monthText as monthName } from '@partner-office/domain'
import { KeyValues, Note, Table } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { monthText } from '../../lib/instants.ts'
import { languageText } from '../../lib/languages.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { BesideInbox } from '../../parts/inbox/beside-inbox.tsx'
import { OrderLink } from '../../parts/order-link.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { PartnerLink } from '../../parts/partner-name.tsx'
import { ScrollRows } from '../../parts/scroll-rows.tsx'
import { DisputeState } from './dispute-state.tsx'
import { ExplanationBox } from './explanation-box.tsx'
import { TimeLeft } from './time-left.tsx'
import { useThingText } from './use-thing-text.ts'
import { WriteBox } from './write-box.tsx'

/** One dispute: what the partner saw and what holds now, what happened, the texts, and the answer. Source: requirements DSP-005 to DSP-007. */
export function DisputePage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { id } = useParams({ from: `/frame${PATHS.dispute}` })
  const { beside, ...filters } = useSearch({ from: `/frame${PATHS.dispute}` })
  const isInbox = beside === 'inbox'
  const dispute = useQuery(queryOf(api, getConsoleDispute, { params: { id } }))
  return (
    <Page
      title={t('disputes.one', { id })}
      crumb={
        isInbox
          ? { text: t('menu.inbox'), to: PATHS.inbox, search: filters }
          : { text: t('menu.disputes'), to: PATHS.disputes }
      }
      state={dispute.data && <DisputeState state={dispute.data.state} />}
      roles={getConsoleDispute.roles}
    >
      <BesideInbox opened={{ kind: 'dispute', id: Number(id) }} filters={isInbox ? filters : null}>
        <Loaded query={dispute} placeholder={300}>
          {(found) => <Whole dispute={found} />}
        </Loaded>
      </BesideInbox>
    </Page>
  )
}

type Of = { readonly dispute: FullDispute }

const Whole = ({ dispute }: Of) => (
  <div className="stack gap-4">
    <About dispute={dispute} />
    <Texts dispute={dispute} />
    <WriteBox key={dispute.version} dispute={dispute} />
    <ExplanationBox dispute={dispute} />
    <Events dispute={dispute} />
    <Corrections dispute={dispute} />
  </div>
)

function About({ dispute }: Of) {
  const { t } = useTranslation()
  const thingText = useThingText()
  const { thing, language, openedAt, dueAt, takenBy, isReopened } = dispute
  return (
    <Box title={t('disputes.about')}>
      <KeyValues
        items={[
          { label: t('adjustments.partner'), value: <PartnerLink {...dispute} /> },
          { label: t('disputes.thing'), value: thingText(thing) },
          ...(thing.orderId === null
            ? []
            : [{ label: t('disputes.recomputed'), value: <OrderLink id={thing.orderId} /> }]),
          ...(thing.month === null
            ? []
            : [{ label: t('disputes.monthRecomputed'), value: <MonthLink at={thing.month} /> }]),
          { label: t('disputes.language'), value: languageText(language) },
          { label: t('disputes.openedAt'), value: <Instant at={openedAt} isExact /> },
          { label: t('disputes.dueAt'), value: <Instant at={dueAt} isExact /> },
          { label: t('disputes.left'), value: <TimeLeft {...dispute} /> },
          { label: t('disputes.takenBy'), value: <bdi>{takenBy?.email ?? '–'}</bdi> },
          ...(isReopened
            ? [{ label: t('disputes.isReopened'), value: t('disputes.reopenedOnce') }]
            : []),
        ]}
      />
    </Box>
  )
}

function MonthLink({ at }: { readonly at: number }) {
  return (
    <Link to={PATHS.month} params={{ month: monthName(at) }} className="link">
      {monthText(at)}
    </Link>
  )
}

function Texts({ dispute: { entries } }: Of) {
  const { t } = useTranslation()
  return (
    <Box title={t('disputes.texts')}>
      <ol className="stack gap-3">
        {entries.map(({ at, kind, by, text }) => (
          <li key={`${at} ${kind}`} className="stack gap-1">
            <p className="muted">
              {t(`disputes.entries.${kind}`)} · <bdi>{by ?? t('adjustments.partner')}</bdi> ·{' '}
              <Instant at={at} />
            </p>
            {text !== '' && <p className="stored-value">{text}</p>}
          </li>
        ))}
      </ol>
    </Box>
  )
}

function Events({ dispute: { events } }: Of) {
  const { t } = useTranslation()
  return (
    <Box title={t('disputes.events')} isFlush>
      <ScrollRows label={t('disputes.events')}>
        <Table
          caption={t('disputes.events')}
          columns={[
            { text: t('disputes.at') },
            { text: t('disputes.what') },
            { text: t('disputes.number') },
            { text: t('adjustments.amount'), isFigure: true },
          ]}
        >
          {events.map(({ at, what, id, amount, currency }) => (
            <tr key={`${at} ${what} ${id}`}>
              <td>
                <Instant at={at} isExact />
              </td>
              <td>{t(`disputes.whats.${what}`)}</td>
              <td className="digits">{id ?? '–'}</td>
              <td className="figure-cell">
                {amount === null || currency === null ? (
                  '–'
                ) : (
                  <Amount amount={amount} currency={currency} />
                )}
              </td>
            </tr>
          ))}
        </Table>
      </ScrollRows>
    </Box>
  )
}

/** The proposed corrections, each with the reason of its refusal, and the posted corrections. */
function Corrections({ dispute: { proposals, corrections } }: Of) {
  const { t } = useTranslation()
  if (proposals.length === 0) return null
  return (
    <Box title={t('disputes.corrections')}>
      <ul className="stack gap-3">
        {proposals.map(({ id, state, proposer, at, decisionReason }) => (
          <li key={`proposal ${id}`}>
            <p>
              <Link to={PATHS.proposal} params={{ id: String(id) }} className="link">
                {t('disputes.proposal', { id })}
              </Link>{' '}
              {t(`proposals.states.${state}`)} · <bdi>{proposer}</bdi> · <Instant at={at} />
            </p>
            {decisionReason !== null && <Note tone="orange">{decisionReason}</Note>}
          </li>
        ))}
        {corrections.map(({ adjustmentId, amount, currency }) => (
          <li key={`adjustment ${adjustmentId}`}>
            <Link to={PATHS.adjustment} params={{ id: String(adjustmentId) }} className="link">
              {t('adjustments.one', { id: adjustmentId })}
            </Link>{' '}
            <Amount amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </Box>
  )
}
