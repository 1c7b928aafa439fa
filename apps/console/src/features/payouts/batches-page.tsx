import {
  type Batch,
  type CallReply,
  getBatch,
  getBatches,
  getBatchFile,
  postSettle,
} from '@partner-office/contracts'
import { Button, KeyValues } from '@partner-office/ui'
import { FilterChip, ProofHash, WithPanel } from '@partner-office/ui/console'
import { Loaded, useCopy } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { amountText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { saveFile } from '../../lib/save-file.ts'
import { hasOneOf } from '../../lib/session.ts'
import { PagedTable } from '../../parts/paged-table.tsx'
import { RowDrawer } from '../../parts/row-drawer.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { Settle } from './settle.tsx'

const FROM = `/frame${PATHS.batches}` as const
const STATES = ['open', 'late'] as const

/** The batches that were handed over, and the file that settles them. Source: requirements PQU-009 to PQU-011. */
export function BatchesPage() {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const [isSettling, setSettling] = useState(false)
  const { open } = useSearch({ from: FROM })
  return (
    <Page
      title={t('payouts.batches.title')}
      crumb={{ text: t('menu.payouts'), to: PATHS.payouts }}
      roles={getBatches.roles}
      actions={
        <Button
          variant="primary"
          icon="upload"
          disabledReason={useNeedsRole(postSettle.roles)}
          onClick={() => setSettling(true)}
        >
          {t('payouts.settle.button')}
        </Button>
      }
    >
      {hasOneOf(operator.roles, getBatches.roles) && (
        <WithPanel panel={open === undefined ? null : <OpenBatch id={open} />}>
          <Batches />
        </WithPanel>
      )}
      {isSettling && <Settle onClose={() => setSettling(false)} />}
    </Page>
  )
}

function OpenBatch({ id }: BatchProps) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: PATHS.batches })
  return (
    <RowDrawer
      key={id}
      row={id}
      title={t('payouts.batches.one', { id })}
      onClose={() => void navigate({ search: (before) => ({ ...before, open: undefined }) })}
    >
      <BatchView id={id} />
    </RowDrawer>
  )
}

function Batches() {
  const { t } = useTranslation()
  const { state, open } = useSearch({ from: FROM })
  const batches = useBatches()
  const columns = useColumns()
  return (
    <div className="stack gap-3">
      <StateFilter />
      <PagedTable
        list={batches}
        caption={t('payouts.batches.title')}
        columns={columns}
        keyOf={({ id }) => String(id)}
        nameOf={({ id }) => t('payouts.batches.one', { id })}
        open={open}
        isQuiet={({ open: waiting }) => waiting === 0}
        link={({ id }, attributes) => (
          <Link
            {...attributes}
            to={PATHS.batches}
            search={{ state, open: String(id) }}
            className="row-name"
          />
        )}
        empty={t('payouts.batches.none')}
      />
    </div>
  )
}

/** The batches that the address asks for, page by page. */
function useBatches() {
  const { api } = useConsole()
  const { state } = useSearch({ from: FROM })
  const filter = state === undefined ? {} : { state }
  return usePaged([getBatches.path, filter], (cursor, signal) =>
    api.call(getBatches, { query: { ...filter, ...cursor }, signal }),
  )
}

function StateFilter() {
  const { t } = useTranslation()
  const { state } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.batches })
  const choose = (value: string | undefined) =>
    void navigate({
      search: (before) => ({ ...before, state: STATES.find((one) => one === value) }),
    })
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <FilterChip
        name={t('payouts.state')}
        clearLabel={t('filters.clear', { name: t('payouts.state') })}
        options={STATES.map((value) => ({ value, text: t(`payouts.batches.states.${value}`) }))}
        value={state}
        onChange={choose}
      />
    </div>
  )
}

const COUNTS = ['payouts', 'approved', 'rejected', 'open', 'late'] as const

function useColumns() {
  const { t } = useTranslation()
  return [
    { name: 'id', head: t('payouts.batch'), cell: ({ id }: Batch) => id },
    {
      name: 'handedAt',
      head: t('payouts.batches.handedAt'),
      cell: ({ handedAt }: Batch) => <Instant at={handedAt} />,
    },
    {
      name: 'by',
      head: t('payouts.batches.by'),
      cell: ({ by }: Batch) => <bdi>{by?.email ?? t('payouts.commandLine')}</bdi>,
    },
    ...COUNTS.map((name) => ({
      name,
      head: t(`payouts.batches.counts.${name}`),
      isFigure: true,
      cell: (batch: Batch) => batch[name],
    })),
  ]
}

type BatchProps = { readonly id: string }

function BatchView({ id }: BatchProps) {
  const { api } = useConsole()
  const batch = useQuery(queryOf(api, getBatch, { params: { id } }))
  return (
    <Loaded query={batch} placeholder={240} titles={{ not_found: 'payouts.batches.notFound' }}>
      {(found) => (
        <div className="stack gap-4">
          <BatchFacts batch={found} />
          <BatchLinks id={id} />
        </div>
      )}
    </Loaded>
  )
}

function BatchFacts({ batch }: { readonly batch: CallReply<typeof getBatch> }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const { handedAt, by, sums, sha256 } = batch
  const hash = (
    <ProofHash
      hash={sha256}
      copyLabel={t('payouts.batches.copySha256')}
      onCopy={() => copy(sha256)}
    />
  )
  return (
    <KeyValues
      items={[
        { label: t('payouts.batches.handedAt'), value: <Instant at={handedAt} isExact /> },
        {
          label: t('payouts.batches.by'),
          value: <bdi>{by?.email ?? t('payouts.commandLine')}</bdi>,
        },
        ...COUNTS.map((name) => ({
          label: t(`payouts.batches.counts.${name}`),
          value: batch[name],
        })),
        ...sums.map(({ currency, receive, count }) => ({
          label: t('payouts.batches.toSend', { count, currency }),
          value: amountText(receive, currency),
        })),
        { label: t('payouts.batches.sha256'), value: hash },
      ]}
    />
  )
}

function BatchLinks({ id }: BatchProps) {
  const { t } = useTranslation()
  return (
    <div className="in-row wrap">
      <Button
        icon="download"
        disabledReason={useNeedsRole(getBatchFile.roles)}
        onClick={() => saveFile(getBatchFile.path.replace(':id', id))}
      >
        {t('payouts.batches.download')}
      </Button>
      <Link to={PATHS.payouts} search={{ batch: id, state: 'taken' }} className="link">
        {t('payouts.batches.showOpen')}
      </Link>
    </div>
  )
}
