import { getQueuedPayout, type PayoutDetail } from '@partner-office/contracts'
import { KeyValues, Note } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { amountText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { utcText } from '../../lib/instants.ts'
import { queryOf } from '../../lib/query-of.ts'
import { hasOneOf } from '../../lib/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { MarkList } from './marks.tsx'
import { PayoutActs } from './payout-acts.tsx'
import { CreditsBox, LedgerBox, SameAddressBox } from './payout-ledger.tsx'
import { StopBox } from '../../parts/stop-box.tsx'

/** One payout with all that an operator decides on. Source: requirements PQU-003. */
export function PayoutPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { operator } = useSignedIn()
  const { id } = useParams({ from: `/frame${PATHS.payout}` })
  const payout = useQuery(queryOf(api, getQueuedPayout, { params: { id } }))
  return (
    <Page
      title={t('payouts.one', { id })}
      crumb={{ text: t('menu.payouts'), to: PATHS.payouts }}
      roles={getQueuedPayout.roles}
    >
      {hasOneOf(operator.roles, getQueuedPayout.roles) && (
        <Loaded query={payout} placeholder={400}>
          {(found) => (
            <div className="stack gap-4">
              <div className="system-columns">
                <About payout={found} />
                <div className="stack gap-4">
                  <Box title={t('payouts.risk')}>
                    <MarkList marks={found.marks} />
                  </Box>
                  <PartnerBox payout={found} />
                  <StopBox partnerId={found.partner.id} stop={found.stop} />
                </div>
              </div>
              <CreditsBox payout={found} />
              <SameAddressBox payout={found} />
              <LedgerBox payout={found} />
            </div>
          )}
        </Loaded>
      )}
    </Page>
  )
}

type PartProps = { readonly payout: PayoutDetail }

function About({ payout }: PartProps) {
  const { t } = useTranslation()
  const { heldUntil } = payout
  return (
    <Box title={t('payouts.about')} foot={<PayoutActs key={payout.version} payout={payout} />}>
      <div className="stack gap-3">
        {heldUntil !== null && (
          <Note tone="orange">{t('payouts.held', { until: utcText(heldUntil) })}</Note>
        )}
        <KeyValues
          items={[
            { label: t('payouts.state'), value: t(`payouts.states.${payout.state}`) },
            ...amountsOf(payout, t),
            { label: t('payouts.address'), value: <bdi className="mono">{payout.address}</bdi> },
            { label: t('payouts.requested'), value: <Instant at={payout.requestedAt} isExact /> },
            { label: t('payouts.confirmed'), value: <Instant at={payout.createdAt} isExact /> },
            ...batchOf(payout, t),
            ...endOf(payout, t),
          ]}
        />
        <Takings payout={payout} />
      </div>
    </Box>
  )
}

function amountsOf(
  { amount, fee, receive, eur, currency, rates: [rate] }: PayoutDetail,
  t: TFunction,
) {
  const isValued = eur !== null && rate !== undefined
  return [
    { label: t('payouts.amount'), value: <Amount amount={amount} currency={currency} /> },
    { label: t('payouts.fee'), value: <Amount amount={fee} currency={currency} /> },
    { label: t('payouts.receive'), value: <Amount amount={receive} currency={currency} /> },
    {
      label: t('payouts.eur'),
      value: isValued
        ? `${amountText(eur, 'EUR')}, ${t('payouts.rate', { ...rate, at: utcText(rate.setAt) })}`
        : '–',
    },
  ]
}

function batchOf({ batch }: PayoutDetail, t: TFunction) {
  if (batch === null) return []
  const link = (
    <Link to={PATHS.batches} search={{ open: String(batch) }} className="link">
      {t('payouts.batches.one', { id: batch })}
    </Link>
  )
  return [{ label: t('payouts.batch'), value: link }]
}

/** How the payout ended, and what the chain says of it. */
function endOf({ endedAt, endedBy, reason, txId, chain, state }: PayoutDetail, t: TFunction) {
  if (endedAt === null) return []
  const by =
    state === 'cancelled' ? t('payouts.owner') : (endedBy?.email ?? t('payouts.commandLine'))
  return [
    {
      label: t('payouts.ended'),
      value: (
        <>
          <Instant at={endedAt} isExact />, <bdi>{by}</bdi>
        </>
      ),
    },
    ...(reason === null ? [] : [{ label: t('payouts.reason'), value: <bdi>{reason}</bdi> }]),
    ...(txId === null
      ? []
      : [
          { label: t('payouts.transaction'), value: <bdi className="mono">{txId}</bdi> },
          { label: t('payouts.chain.title'), value: <OnChain chain={chain} /> },
        ]),
  ]
}

/** What the chain says of the transaction; nothing is said that was not looked up. Source: requirements PQU-017. */
function OnChain({ chain }: Pick<PayoutDetail, 'chain'>) {
  const { t } = useTranslation()
  if (chain === null) return t('payouts.chain.notChecked')
  if (chain.differences.length === 0) return t('payouts.chain.agrees')
  return (
    <ul className="bullet-list">
      {chain.differences.map((difference) => (
        <li key={difference}>{difference}</li>
      ))}
    </ul>
  )
}

/** Who has taken the payout up, and over. */
function Takings({ payout: { takings, takenAt, takenBy } }: PartProps) {
  const { t } = useTranslation()
  if (takenAt === null) return null
  if (takings.length === 0) {
    return (
      <p>
        {t('payouts.takenBy')} <bdi>{takenBy?.email ?? t('payouts.commandLine')}</bdi>,{' '}
        <Instant at={takenAt} />
      </p>
    )
  }
  return (
    <ul className="bullet-list">
      {takings.map(({ by, at, reason, proposal }) => (
        <li key={at}>
          {t(reason === null ? 'payouts.takenBy' : 'payouts.takenOverBy')} <bdi>{by.email}</bdi>,{' '}
          <Instant at={at} />
          {reason !== null && <blockquote className="reason">{reason}</blockquote>}
          {proposal !== null && (
            <>
              {' · '}
              <Link to={PATHS.proposal} params={{ id: String(proposal) }} className="link">
                {t('proposals.one', { id: proposal })}
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The partner when the payout was confirmed, and now. */
function PartnerBox({ payout: { partner, atConfirmation, now, currency } }: PartProps) {
  const { t } = useTranslation()
  const answer = (is: boolean | null) =>
    is === null ? t('payouts.then.unknown') : t(is ? 'payouts.then.yes' : 'payouts.then.no')
  const rows = [
    ['blocked', answer(atConfirmation.isBlocked), answer(now.isBlocked)],
    ['closed', answer(atConfirmation.isClosed), answer(now.isClosed)],
    ['verified', answer(atConfirmation.isVerified), answer(now.isVerified)],
    ['balance', amountText(atConfirmation.balance, currency), amountText(now.balance, currency)],
  ] as const
  return (
    <Box title={t('payouts.partnerIs', { name: partner.name, id: partner.id })} isFlush>
      <ListTable
        isWhole
        caption={t('payouts.then.caption')}
        columns={[
          { name: 'what', head: t('preview.what'), cell: ([name]) => t(`payouts.then.${name}`) },
          { name: 'then', head: t('payouts.then.then'), cell: ([, then]) => then },
          { name: 'now', head: t('payouts.then.now'), cell: ([, , today]) => today },
        ]}
        rows={rows}
        keyOf={([name]) => name}
        nameOf={([name]) => t(`payouts.then.${name}`)}
        empty="–"
      />
    </Box>
  )
}
