import { type CallReply, getPayout, postPayoutCancel } from '@partner-office/contracts'
import { Button, Dialog, Icon, Note } from '@partner-office/ui'
import { codeOf, errorText, Loaded, useCopy } from '@partner-office/web'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { dateText, timeText } from '../../lib/formats/formats.ts'
import { useOffice } from '../../lib/session/office.ts'
import { WalletAddress } from '../../parts/address/wallet-address.tsx'
import { Amount } from '../../parts/figures/amount.tsx'
import { AmountLine } from '../../parts/figures/amount-line.tsx'
import { StatusChip, TransactionHash } from './payout-parts.tsx'

type Payout = CallReply<typeof getPayout>

type DetailProps = { readonly id: number; readonly onClose: () => void }

/** One payout: what it sends, the steps that it went through, and a way to cancel it. Source: requirements PAY-079. */
export function PayoutDetail({ id, onClose }: DetailProps) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const query = useQuery({
    queryKey: ['payout', id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call('business', getPayout, { params: { id: String(id) }, signal }),
  })
  return (
    <Dialog
      panel
      title={t('transactions.show', { id })}
      hint={query.data && <StatusChip payout={query.data} />}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={query.data?.cancellable === true ? <Cancel payout={query.data} /> : undefined}
    >
      <Loaded query={query} placeholder={320}>
        {(payout) => <Detail payout={payout} />}
      </Loaded>
    </Dialog>
  )
}

function Detail({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const { from, amount, receive, address, status } = payout
  const isBack = status === 'REJECTED'
  return (
    <div className="stack gap-5">
      <div>
        <p className="label">{t(isBack ? 'payout.amount' : 'payout.receive')}</p>
        <Amount amount={isBack ? amount : receive} currency={from} size="l" />
      </div>
      <section className="stack gap-3">
        <h3 className="label">{t('transactions.progress')}</h3>
        <Steps payout={payout} />
      </section>
      <section className="stack gap-3">
        <h3 className="label">{t('payout.toWallet')}</h3>
        <WalletAddress address={address} />
        <div>
          <Button size="sm" icon="copy" onClick={() => copy(address)}>
            {t('transactions.copyAddress')}
          </Button>
        </div>
      </section>
      {!isBack && <Sent payout={payout} />}
    </div>
  )
}

/** What leaves the balance; nothing of a payout whose amount came back. */
function Sent({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation()
  const { from, amount, fee, txId } = payout
  return (
    <dl className="key-values">
      <AmountLine label={t('payout.send')} amount={amount} currency={from} />
      <AmountLine label={t('payout.feeTaken')} amount={`-${fee}`} currency={from} />
      {txId !== null && (
        <div>
          <dt>{t('transactions.hash')}</dt>
          <dd>
            <TransactionHash payout={payout} />
          </dd>
        </div>
      )}
    </dl>
  )
}

type Step = {
  readonly title: string
  readonly hint?: string
  readonly at: number | null
  /** The payout ended here without money. */
  readonly isBad?: boolean
}

/** The steps of a payout with their times; the one it waits for has none. */
function Steps({ payout }: { readonly payout: Payout }) {
  const steps = useSteps(payout)
  return (
    <ol className="payout-path">
      {steps.map(({ title, hint, at, isBad = false }) => (
        <li key={title}>
          <StepMark isReached={at !== null} isBad={isBad} />
          <div className="grow">
            <p className="medium-weight">{title}</p>
            {hint !== undefined && <p className="meta">{hint}</p>}
          </div>
          {at !== null && (
            <time className="meta digits" dateTime={new Date(at).toISOString()}>
              {dateText(at)} {timeText(at)} UTC
            </time>
          )}
        </li>
      ))}
    </ol>
  )
}

function StepMark({ isReached, isBad }: { readonly isReached: boolean; readonly isBad: boolean }) {
  const look = isBad ? ' is-bad' : isReached ? ' is-met' : ''
  const icon = isBad ? 'close' : isReached ? 'check' : 'clock'
  return (
    <span className={`check-mark${look}`}>
      <Icon name={icon} size={14} />
    </span>
  )
}

function useSteps(payout: Payout): readonly Step[] {
  const { t } = useTranslation()
  const { requestedAt, createdAt, takenAt, endedAt, status, cancellable } = payout
  const rejected = useRejected(payout)
  const begin: Step[] = [
    { title: t('transactions.requested'), at: requestedAt },
    { title: t('transactions.confirmed'), hint: t('transactions.confirmedHint'), at: createdAt },
  ]
  const taken: Step = { title: t('transactions.taken'), at: takenAt }
  if (status === 'REJECTED') {
    return takenAt === null ? [...begin, rejected] : [...begin, taken, rejected]
  }
  const waiting = cancellable ? { hint: t('transactions.canCancel') } : {}
  return [...begin, { ...taken, ...waiting }, { title: t('transactions.success'), at: endedAt }]
}

/** The end of a payout that was not sent: who ended it, why, and where the amount is. */
function useRejected({ reason, cancelled, endedAt }: Payout): Step {
  const { t } = useTranslation()
  const back = t('transactions.amountBack')
  if (cancelled) {
    return { title: t('transactions.cancelled'), hint: back, at: endedAt, isBad: true }
  }
  const hint = [...(reason === null ? [] : [`${reason}.`]), back].join(' ')
  return { title: t('transactions.rejectedBecause'), hint, at: endedAt, isBad: true }
}

/** Asks once more before it cancels, and says where the amount goes. Source: requirements PAY-079; decisions D-142. */
function Cancel({ payout: { id } }: { readonly payout: Payout }) {
  const { t, i18n } = useTranslation()
  const { api } = useOffice()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () => api.call('business', postPayoutCancel, { params: { id: String(id) } }),
    onSettled: () =>
      Promise.all(
        [['payout', id], ['payout-history'], ['payout-standing'], ['balances']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
  if (!isAsking) {
    return <Button onClick={() => setAsking(true)}>{t('transactions.cancel')}</Button>
  }
  return (
    <div className="stack gap-3 grow">
      {cancel.isError && (
        <Note tone="red" live>
          {errorText(i18n, codeOf(cancel.error))}
        </Note>
      )}
      <p>{t('transactions.askCancel')}</p>
      <div className="in-row wrap">
        <Button
          variant="danger"
          busy={cancel.isPending}
          busyLabel={t('common.loading')}
          onClick={() => cancel.mutate()}
        >
          {t('transactions.cancel')}
        </Button>
        <Button variant="ghost" onClick={() => setAsking(false)}>
          {t('transactions.keep')}
        </Button>
      </div>
    </div>
  )
}
