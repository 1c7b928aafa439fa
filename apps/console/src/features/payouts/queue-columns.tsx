import { Shortened } from '@partner-office/ui'
import type { QueuedPayout } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { ageText } from '../../lib/instants.ts'
import { Amount } from '../../parts/amount.tsx'
import { MarkChips } from './marks.tsx'

/** The columns of a list of payouts. */
export function useQueueColumns() {
  return [...useWhat(), ...useAmounts(), ...useProgress()]
}

function useWhat() {
  const { t } = useTranslation()
  return [
    { name: 'id', head: t('payouts.payout'), cell: ({ id }: QueuedPayout) => id },
    {
      name: 'partner',
      head: t('payouts.partner'),
      cell: ({ partner }: QueuedPayout) => (
        <>
          <bdi>{partner.name}</bdi> <span className="muted">{partner.id}</span>
        </>
      ),
    },
  ]
}

function useAmounts() {
  const { t } = useTranslation()
  return [
    {
      name: 'amount',
      head: t('payouts.amount'),
      isFigure: true,
      cell: ({ amount, currency }: QueuedPayout) => <Amount amount={amount} currency={currency} />,
    },
    {
      name: 'fee',
      head: t('payouts.fee'),
      isFigure: true,
      isHelper: true,
      cell: ({ fee, currency }: QueuedPayout) => <Amount amount={fee} currency={currency} />,
    },
    {
      name: 'receive',
      head: t('payouts.receive'),
      isFigure: true,
      cell: ({ receive, currency }: QueuedPayout) => (
        <Amount amount={receive} currency={currency} />
      ),
    },
    {
      name: 'eur',
      head: t('payouts.eur'),
      isFigure: true,
      isSortable: true,
      cell: ({ eur }: QueuedPayout) => <Amount amount={eur} currency="EUR" />,
    },
  ]
}

function useProgress() {
  const { t } = useTranslation()
  const { clock } = useConsole()
  return [
    {
      name: 'address',
      head: t('payouts.address'),
      isHelper: true,
      cell: ({ address }: QueuedPayout) => <Shortened text={address} />,
    },
    {
      name: 'marks',
      head: t('payouts.risk'),
      cell: ({ marks }: QueuedPayout) => <MarkChips marks={marks} />,
    },
    {
      name: 'state',
      head: t('payouts.state'),
      cell: ({ state }: QueuedPayout) => t(`payouts.states.${state}`),
    },
    {
      name: 'takenBy',
      head: t('payouts.takenBy'),
      cell: ({ takenBy, takenAt }: QueuedPayout) =>
        takenAt === null ? '–' : <bdi>{takenBy?.email ?? t('payouts.commandLine')}</bdi>,
    },
    {
      name: 'created',
      head: t('payouts.age'),
      isSortable: true,
      cell: ({ createdAt }: QueuedPayout) => ageText(createdAt, clock.now()),
    },
  ]
}
