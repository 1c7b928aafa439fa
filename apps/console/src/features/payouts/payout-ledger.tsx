import type { PayoutDetail } from '@partner-office/contracts'
import { KeyValues } from '@partner-office/ui'
import { Box, ProofHash } from '@partner-office/ui/console'
import { useCopy } from '@partner-office/web'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { amountText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { utcText } from '../../lib/instants.ts'
import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { PATHS } from '../../paths.ts'

type PartProps = { readonly payout: PayoutDetail }
type Line = PayoutDetail['transfers'][number]
type SamePayout = PayoutDetail['sameAddress'][number]

/** What makes up the balance before the payout, back to the payout before. Source: requirements PQU-003. */
export function CreditsBox({ payout: { credits, currency } }: PartProps) {
  const { t } = useTranslation()
  const { since, carried, sums, lines, before } = credits
  const start =
    since === null
      ? t('payouts.credits.fromStart')
      : t('payouts.credits.carried', { at: utcText(since) })
  return (
    <Box title={t('payouts.credits.title')}>
      <div className="stack gap-3">
        <KeyValues
          items={[
            { label: start, value: amountText(carried, currency) },
            ...sums.map(({ kind, count, sum }) => ({
              label: t('payouts.credits.sum', { count, kind }),
              value: amountText(sum, currency),
            })),
            { label: t('payouts.credits.before'), value: amountText(before, currency), sum: true },
          ]}
        />
        {lines.length > 0 && (
          <details>
            <summary>{t('payouts.credits.lines', { count: lines.length })}</summary>
            <LineTable lines={lines} caption={t('payouts.credits.title')} currency={currency} />
          </details>
        )}
      </div>
    </Box>
  )
}

/** The transfers of the payout itself, with their hashes. */
export function LedgerBox({ payout: { transfers, currency } }: PartProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('payouts.ledger')} isFlush>
      <LineTable lines={transfers} caption={t('payouts.ledger')} currency={currency} />
    </Box>
  )
}

type LineTableProps = {
  readonly lines: readonly Line[]
  readonly caption: string
  readonly currency: string
}

function LineTable({ lines, caption, currency }: LineTableProps) {
  const { t } = useTranslation()
  const columns = useLineColumns(currency)
  return (
    <ListTable
      isWhole
      caption={caption}
      columns={columns}
      rows={lines}
      keyOf={({ id }) => String(id)}
      nameOf={({ id }) => `${t('payouts.transfer')} ${id}`}
      empty="–"
    />
  )
}

function useLineColumns(currency: string) {
  const { t } = useTranslation()
  const copy = useCopy()
  return [
    { name: 'id', head: t('payouts.transfer'), cell: ({ id }: Line) => id },
    { name: 'at', head: t('payouts.at'), cell: ({ at }: Line) => <Instant at={at} isExact /> },
    { name: 'kind', head: t('payouts.kind'), cell: ({ kind }: Line) => kind },
    {
      name: 'amount',
      head: t('payouts.amount'),
      isFigure: true,
      cell: ({ amount }: Line) => <Amount amount={amount} currency={currency} />,
    },
    {
      name: 'hash',
      head: t('payouts.hash'),
      cell: ({ id, hash }: Line) => (
        <ProofHash
          hash={hash}
          copyLabel={t('payouts.copyHash', { id })}
          onCopy={() => copy(hash)}
        />
      ),
    },
  ]
}

/** Other payouts to the same address, by any partner. */
export function SameAddressBox({ payout: { sameAddress, partner } }: PartProps) {
  const { t } = useTranslation()
  const columns = useSameColumns(partner.id)
  return (
    <Box title={t('payouts.same.title')} isFlush>
      <ListTable
        isWhole
        caption={t('payouts.same.title')}
        columns={columns}
        rows={sameAddress}
        keyOf={({ id }) => String(id)}
        nameOf={({ id }) => t('payouts.one', { id })}
        link={({ id }, attributes) => (
          <Link
            {...attributes}
            to={PATHS.payout}
            params={{ id: String(id) }}
            className="row-name"
          />
        )}
        empty={t('payouts.same.none')}
      />
    </Box>
  )
}

function useSameColumns(ownPartner: number) {
  const { t } = useTranslation()
  return [
    { name: 'id', head: t('payouts.payout'), cell: ({ id }: SamePayout) => id },
    {
      name: 'partner',
      head: t('payouts.partner'),
      cell: ({ name, partnerId }: SamePayout) => (
        <>
          <bdi>{name}</bdi> <span className="muted">{partnerId}</span>
          {partnerId !== ownPartner && <b> {t('payouts.same.other')}</b>}
        </>
      ),
    },
    {
      name: 'amount',
      head: t('payouts.amount'),
      isFigure: true,
      cell: ({ amount, currency }: SamePayout) => <Amount amount={amount} currency={currency} />,
    },
    {
      name: 'state',
      head: t('payouts.state'),
      cell: ({ state }: SamePayout) => t(`payouts.states.${state}`),
    },
    {
      name: 'created',
      head: t('payouts.confirmed'),
      cell: ({ createdAt }: SamePayout) => <Instant at={createdAt} />,
    },
  ]
}
