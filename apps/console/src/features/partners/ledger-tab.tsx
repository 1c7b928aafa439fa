import {
  type AccountTransfer,
  type CallReply,
  type ConsolePartner,
  getPartnerChain,
  getPartnerLedger,
} from '@partner-office/contracts'
import { Button, Note } from '@partner-office/ui'
import { FilterChip, ProofHash } from '@partner-office/ui/console'
import { LoadError, useCopy } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PATHS } from '../../paths.ts'
import { Reference } from './reference.tsx'

type LedgerTabProps = { readonly partner: ConsolePartner }

/** The transfers of one account, and the check of its chain. Source: requirements PTR-006. */
export function LedgerTab({ partner: { id, balances } }: LedgerTabProps) {
  const { t } = useTranslation()
  const { account = balances[0]?.account } = useSearch({ from: `/frame${PATHS.partner}` })
  const navigate = useNavigate({ from: PATHS.partner })
  if (account === undefined) return <p>{t('partners.noBalances')}</p>
  const currency = balances.find((one) => one.account === account)?.currency
  const key = `${id} ${account}`
  return (
    <div className="stack gap-4">
      <div className="filter-bar" role="group" aria-label={t('filters.label')}>
        <FilterChip
          name={t('partners.account')}
          clearLabel={t('filters.clear', { name: t('partners.account') })}
          options={balances.map((one) => ({ value: one.account, text: one.account }))}
          value={account}
          onChange={(value) =>
            void navigate({ search: (before) => ({ ...before, account: value }) })
          }
        />
      </div>
      <ChainCheck key={key} id={String(id)} account={account} />
      <Transfers id={String(id)} account={account} currency={currency} />
    </div>
  )
}

type ChainCheckProps = { readonly id: string; readonly account: string }

function ChainCheck({ id, account }: ChainCheckProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [isAsked, setAsked] = useState(false)
  const asked = { params: { id }, query: { account } }
  const check = useQuery({ ...queryOf(api, getPartnerChain, asked), enabled: isAsked, gcTime: 0 })
  return (
    <div className="stack gap-1">
      <div className="in-row">
        <Button
          busy={check.isFetching}
          onClick={() => (isAsked ? void check.refetch() : setAsked(true))}
        >
          {t('partners.checkChain')}
        </Button>
      </div>
      {check.isError && <LoadError query={check} />}
      {check.data !== undefined && !check.isFetching && <Outcome checked={check.data} />}
    </div>
  )
}

function Outcome({ checked: { checked, wrong } }: { checked: CallReply<typeof getPartnerChain> }) {
  const { t } = useTranslation()
  if (wrong === null) {
    return (
      <Note tone="green" live>
        {t('partners.chainHolds', { count: checked })}
      </Note>
    )
  }
  return (
    <Note tone="red" live>
      {wrong === 0 ? t('partners.chainEnd') : t('partners.chainWrong', { id: wrong })}{' '}
      {t('audit.chain.whatToDo')}
    </Note>
  )
}

type TransfersProps = ChainCheckProps & { readonly currency: string | undefined }

function Transfers({ id, account, currency }: TransfersProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const list = usePaged([getPartnerLedger.path, id, account], (query, signal) =>
    api.call(getPartnerLedger, { params: { id }, query: { ...query, account }, signal }),
  )
  return (
    <PagedTable
      list={list}
      caption={t('partners.transfersOf', { account })}
      keyOf={(transfer) => String(transfer.id)}
      nameOf={(transfer) => t('orders.transferOf', { id: transfer.id })}
      empty={t('partners.noTransfers')}
      columns={useColumns(currency)}
    />
  )
}

function useColumns(currency: string | undefined) {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  const figure = (name: 'amount' | 'balance') => ({
    name,
    head: t(`partners.${name}`),
    isFigure: true,
    cell: (row: AccountTransfer) => (
      <Amount amount={row[name]} {...(currency !== undefined && { currency })} />
    ),
  })
  const hash = (name: 'hash' | 'before') => ({
    name,
    head: t(`partners.${name}`),
    isHelper: name === 'before',
    cell: ({ [name]: value }: AccountTransfer) => (value === null ? '–' : <Hash hash={value} />),
  })
  return [
    { name: 'id', head: t('orders.transfer'), cell: (row: AccountTransfer) => row.id },
    { name: 'at', head: t('audit.at'), cell: ({ at }: AccountTransfer) => <Instant at={at} /> },
    {
      name: 'kind',
      head: t('orders.kind'),
      cell: ({ kind }: AccountTransfer) => nameOf(kind.replace(/_REVERSAL$/, '')),
    },
    {
      name: 'reference',
      head: t('partners.reference'),
      cell: ({ reference }: AccountTransfer) => <Reference text={reference} />,
    },
    figure('amount'),
    figure('balance'),
    hash('hash'),
    hash('before'),
  ]
}

function Hash({ hash }: { readonly hash: string }) {
  const { t } = useTranslation()
  const copy = useCopy()
  return <ProofHash hash={hash} copyLabel={t('audit.copyHash')} onCopy={() => copy(hash)} />
}
