import {
  type CancelPreview,
  type OrderRank,
  postOrderCancelPreview,
  type Proposal,
} from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { Dialog, KeyValues, Note, Table } from '@partner-office/ui'
import { Change, PreviewBlock } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { amountText } from '../../lib/figures.ts'
import { utcText } from '../../lib/instants.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { Amount } from '../../parts/amount.tsx'
import { ProposeForm, WhoDecides } from '../../parts/propose-dialog.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'

type CancelDialogProps = {
  readonly id: number
  readonly onDone: (proposal: Proposal) => void
  readonly onClose: () => void
}

/**
 * Shows what cancelling takes back and what stays, asks for the reason, and proposes it. If something has changed meanwhile, nothing is
 * done and the preview is read again.
 *
 * Source: requirements ORC-005, ORC-006.
 */
export function CancelDialog({ id, onDone, onClose }: CancelDialogProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [reason, setReason] = useState('')
  const preview = useQuery({
    queryKey: [postOrderCancelPreview.path, id],
    queryFn: () => api.call(postOrderCancelPreview, { params: { id: String(id) } }),
    gcTime: 0,
  })
  return (
    <Dialog
      title={t('orders.cancelTitle', { id })}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <Loaded query={preview} placeholder={240}>
        {(shown) => (
          <div className="stack gap-4">
            <Preview preview={shown} />
            <WhoDecides preview={shown} />
            <ProposeForm
              proposed={{ kind: 'order_cancel', object: String(id), values: {} }}
              isProposal={shown.isNeeded}
              basis={shown.basis}
              reason={reason}
              onReason={setReason}
              onDone={onDone}
              onRefused={() => void preview.refetch()}
            />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Preview({ preview }: { readonly preview: CancelPreview }) {
  const { t } = useTranslation()
  const { negative, isNeeded, limit } = preview
  const changes = useChanges(preview)
  return (
    <>
      <PreviewBlock
        title={t('preview.title')}
        hint={t('preview.hint')}
        parts={[
          { title: t('orders.takenBack'), content: <TakenBack preview={preview} /> },
          { title: t('orders.stays'), content: <Stays stays={preview.stays} /> },
          ...(changes.length === 0
            ? []
            : [{ title: t('orders.changes'), content: <KeyValues items={changes} /> }]),
        ]}
      />
      {negative.length > 0 && (
        <Note tone="orange">{t('orders.negative', { count: negative.length })}</Note>
      )}
      {isNeeded && (
        <p className="caption">{t('orders.fromLimit', { limit: amountText(limit, 'EUR') })}</p>
      )}
    </>
  )
}

function TakenBack({ preview }: { readonly preview: CancelPreview }) {
  const { t } = useTranslation()
  const { records, partners, sums, eur } = preview
  if (records.length === 0) return <p className="muted">{t('orders.nothingBack')}</p>
  return (
    <>
      <KeyValues
        items={[
          ...sums.map(({ currency, count, amount }) => ({
            label: t('orders.credits', { count, currency }),
            value: <Amount amount={`-${amount}`} currency={currency} />,
          })),
          { label: t('orders.partners'), value: partners },
          { label: t('orders.creditsValue'), value: <Amount amount={eur} currency="EUR" /> },
        ]}
      />
      <Records records={records} />
    </>
  )
}

function Records({ records }: Pick<CancelPreview, 'records'>) {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  return (
    <div className="preview-rows">
      <Table
        isBare
        caption={t('orders.takenBack')}
        columns={[
          { text: t('orders.record') },
          { text: t('orders.partner') },
          { text: t('orders.kind') },
          { text: t('orders.amount'), isFigure: true },
        ]}
      >
        {records.map(({ id, partner, type, amount, currency }) => (
          <tr key={id}>
            <th scope="row">{id}</th>
            <td>
              <PartnerName partner={partner} />
            </td>
            <td>{nameOf(type)}</td>
            <td className="figure-cell">
              <Amount amount={`-${amount}`} currency={currency} />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

function Stays({ stays }: Pick<CancelPreview, 'stays'>) {
  const { t } = useTranslation()
  const { ranks, programmes, shares } = stays
  const items = [
    ...ranks.map((rank) => ({ label: rankText(rank), value: <RankBonus rank={rank} /> })),
    ...programmes.map(({ currency, count, amount }) => ({
      label: t('orders.programmeCredits', { count, currency }),
      value: <Amount amount={amount} currency={currency} />,
    })),
    ...shares.map(({ currency, count, amount }) => ({
      label: t('orders.buyerShares', { count, currency }),
      value: <Amount amount={amount} currency={currency} />,
    })),
  ]
  if (items.length === 0) return <p className="muted">{t('orders.nothingStays')}</p>
  return <KeyValues items={items} />

  function rankText({ partner, rang }: OrderRank): string {
    const name = `${partner.firstName} ${partner.lastName} ${partner.id}`
    return t('orders.rankOf', { rank: rankDisplayName(rang), name })
  }
}

function RankBonus({ rank: { bonus } }: { readonly rank: OrderRank }): ReactNode {
  return bonus === null ? '–' : <Amount amount={bonus.amount} currency={bonus.currency} />
}

/** The buyer's activity and balances below zero, before and after. */
function useChanges({ activity, negative }: CancelPreview) {
  const { t } = useTranslation()
  const texts = { before: t('preview.before'), after: t('preview.after') }
  const at = (end: number | null) => (end === null ? t('orders.neverActive') : utcText(end))
  return [
    ...(activity.before === activity.after
      ? []
      : [
          {
            label: t('orders.activeUntil'),
            value: <Change before={at(activity.before)} after={at(activity.after)} texts={texts} />,
          },
        ]),
    ...negative.map(({ partner, currency, before, after }) => ({
      label: t('orders.balanceOf', {
        name: `${partner.firstName} ${partner.lastName} ${partner.id}`,
        currency,
      }),
      value: (
        <Change
          before={amountText(before, currency)}
          after={amountText(after, currency)}
          texts={texts}
        />
      ),
    })),
  ]
}
