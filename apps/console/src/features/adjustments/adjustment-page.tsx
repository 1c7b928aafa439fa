import { type Adjustment, getAdjustment } from '@partner-office/contracts'
import { Button, KeyValues } from '@partner-office/ui'
import { Box, ProofHash } from '@partner-office/ui/console'
import { Loaded, useCopy } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { OrderLink } from '../../parts/order-link.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { PartnerLink } from '../../parts/partner-name.tsx'
import { TakeBack } from './take-back.tsx'

/** One adjustment: what it changed, why, who agreed, and its transfer. Source: requirements ADJ-005, ADJ-009. */
export function AdjustmentPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { id } = useParams({ from: `/frame${PATHS.adjustment}` })
  const adjustment = useQuery(queryOf(api, getAdjustment, { params: { id } }))
  return (
    <Page
      title={t('adjustments.one', { id })}
      crumb={{ text: t('menu.adjustments'), to: PATHS.adjustments }}
      roles={getAdjustment.roles}
    >
      <Loaded query={adjustment} placeholder={300}>
        {(found) => <Shown adjustment={found} />}
      </Loaded>
    </Page>
  )
}

function Shown({ adjustment }: { readonly adjustment: Adjustment }) {
  const { t } = useTranslation()
  return (
    <Box title={t('adjustments.what')} foot={<Acts adjustment={adjustment} />}>
      <KeyValues items={[...useWhat(adjustment), ...useProof(adjustment)]} />
    </Box>
  )
}

function useWhat(adjustment: Adjustment) {
  const { t } = useTranslation()
  const { partnerId, partnerName, account, amount, currency, kind, reason } = adjustment
  const { takesBack, takenBackBy, postedAt, disputeId } = adjustment
  const other = (id: number) => (
    <Link to={PATHS.adjustment} params={{ id: String(id) }} className="link">
      {t('adjustments.one', { id })}
    </Link>
  )
  return [
    {
      label: t('adjustments.partner'),
      value: <PartnerLink partnerId={partnerId} partnerName={partnerName} />,
    },
    { label: t('adjustments.account'), value: <bdi>{account}</bdi> },
    { label: t('adjustments.amount'), value: <Amount amount={amount} currency={currency} /> },
    { label: t('adjustments.kind'), value: t(`adjustments.kinds.${kind}`) },
    { label: t('adjustments.reasonForPartner'), value: reason },
    { label: t('adjustments.about'), value: useAbout(adjustment) },
    ...(disputeId === null
      ? []
      : [
          {
            label: t('adjustments.dispute'),
            value: (
              <Link to={PATHS.dispute} params={{ id: String(disputeId) }} className="link">
                {t('disputes.one', { id: disputeId })}
              </Link>
            ),
          },
        ]),
    ...(takesBack === null
      ? []
      : [{ label: t('adjustments.takesBackLabel'), value: other(takesBack) }]),
    ...(takenBackBy === null
      ? []
      : [{ label: t('adjustments.takenBackLabel'), value: other(takenBackBy) }]),
    { label: t('adjustments.postedAt'), value: <Instant at={postedAt} isExact /> },
  ]
}

function useAbout({ recordId, orderId, rankId, holdId }: Adjustment): ReactNode {
  const { t } = useTranslation()
  if (recordId !== null) return t('adjustments.abouts.record', { id: recordId })
  if (orderId !== null) {
    return <OrderLink id={orderId}>{t('adjustments.abouts.order', { id: orderId })}</OrderLink>
  }
  if (rankId !== null) return t('adjustments.abouts.rank', { id: rankId })
  return holdId === null ? '–' : t('adjustments.abouts.hold', { id: holdId })
}

function useProof({
  internalReason,
  proposer,
  approver,
  proposalId,
  transferId,
  hash,
}: Adjustment) {
  const { t } = useTranslation()
  const copy = useCopy()
  return [
    { label: t('adjustments.internalReason'), value: internalReason },
    { label: t('adjustments.proposer'), value: <bdi>{proposer}</bdi> },
    { label: t('adjustments.approver'), value: <bdi>{approver}</bdi> },
    {
      label: t('adjustments.proposal'),
      value: (
        <Link to={PATHS.proposal} params={{ id: String(proposalId) }} className="link">
          {proposalId}
        </Link>
      ),
    },
    {
      label: t('adjustments.transfer'),
      value: (
        <>
          <span className="digits">{transferId}</span>{' '}
          <ProofHash hash={hash} copyLabel={t('adjustments.copyHash')} onCopy={() => copy(hash)} />
        </>
      ),
    },
  ]
}

function Acts({ adjustment }: { readonly adjustment: Adjustment }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const missing = useNeedsRole(['support', 'finance'])
  if (adjustment.takenBackBy !== null) return null
  return (
    <>
      <Button variant="secondary" disabledReason={missing} onClick={() => setAsking(true)}>
        {t('adjustments.takeBack')}
      </Button>
      {isAsking && <TakeBack adjustment={adjustment} onClose={() => setAsking(false)} />}
    </>
  )
}
