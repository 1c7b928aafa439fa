import { getProposals, type Proposal, ProposalKind, ProposalState } from '@partner-office/contracts'
import { FilterChip, WithPanel } from '@partner-office/ui/console'
import { buttonClass, Icon } from '@partner-office/ui'
import { LoadError } from '@partner-office/web'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { ageText } from '../../lib/instants.ts'
import { ExportButton } from '../../parts/export-button.tsx'
import { ColumnsMenu, hiddenOf, hideOf, ListTable } from '../../parts/list-table.tsx'
import { ProposalStateChip } from '../../parts/proposal-state.tsx'
import { RowDrawer } from '../../parts/row-drawer.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { FourEyesBox } from './four-eyes-box.tsx'
import { ProposalView } from './proposal-view.tsx'

const FRAME = '/frame'

/** What waits for a second operator, and what was decided. Source: requirements APR-005, APR-012, SCR-004. */
export function ProposalsPage() {
  const { t } = useTranslation()
  const { openProposals } = useSignedIn()
  const { open } = useSearch({ from: `${FRAME}${PATHS.proposals}` })
  const navigate = useNavigate({ from: PATHS.proposals })
  const close = () => void navigate({ search: (before) => ({ ...before, open: undefined }) })
  return (
    <Page
      title={t('menu.proposals')}
      roles={getProposals.roles}
      state={<span className="muted">{t('proposals.forYou', { count: openProposals })}</span>}
    >
      <WithPanel
        panel={
          open === undefined ? null : (
            <RowDrawer
              key={open}
              row={open}
              title={t('proposals.one', { id: open })}
              onClose={close}
              detail={
                <Link
                  to={PATHS.proposal}
                  params={{ id: open }}
                  className={buttonClass({ variant: 'ghost', size: 'sm', square: true })}
                  aria-label={t('proposals.openPage')}
                  title={t('proposals.openPage')}
                >
                  <Icon name="external" size={16} />
                </Link>
              }
            >
              <ProposalView id={open} />
            </RowDrawer>
          )
        }
      >
        <ProposalList />
      </WithPanel>
      <FourEyesBox />
    </Page>
  )
}

function ProposalList() {
  const { t } = useTranslation()
  const { open, hide, state, kind, forMe } = useSearch({ from: `${FRAME}${PATHS.proposals}` })
  const list = useProposals({ state, kind, forMe })
  const columns = useColumns()
  const hidden = hiddenOf(hide)
  if (list.isError && list.data === undefined) {
    return (
      <LoadError
        isCard
        error={list.error}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  }
  return (
    <>
      <Filters columns={columns} />
      <ListTable
        caption={t('menu.proposals')}
        columns={columns}
        hidden={hidden}
        rows={list.data?.pages.flatMap(({ content }) => content)}
        keyOf={({ id }) => String(id)}
        nameOf={({ objectName }) => objectName}
        open={open}
        isQuiet={(row) => row.state !== 'OPEN'}
        link={({ id }, attributes) => (
          <Link
            {...attributes}
            from={PATHS.proposals}
            to="."
            search={(before) => ({ ...before, open: String(id) })}
            className="row-name"
          />
        )}
        empty={state === undefined || state === 'OPEN' ? t('proposals.none') : t('table.none')}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
    </>
  )
}

type Filter = {
  readonly state?: ProposalState | undefined
  readonly kind?: ProposalKind | undefined
  readonly forMe?: 'true' | undefined
}

function useProposals({ state, kind, forMe }: Filter) {
  const { api } = useConsole()
  const filter = {
    ...(state !== undefined && { state }),
    ...(kind !== undefined && { kind }),
    ...(forMe !== undefined && { forMe }),
  }
  return usePaged([getProposals.path, filter], (cursor, signal) =>
    api.call(getProposals, { query: { ...filter, ...cursor }, signal }),
  )
}

/** Columns of the file that say what a column of the page shows, where their names differ. */
const EXPORTED: Readonly<Record<string, readonly string[]>> = {
  object: ['id', 'kind', 'objectName'],
  decidedBy: ['decidedBy', 'decidedAt'],
  age: ['at', 'expiresAt'],
}

function Filters({ columns }: { readonly columns: ReturnType<typeof useColumns> }) {
  const { t } = useTranslation()
  const { hide, state, kind, forMe } = useSearch({ from: `${FRAME}${PATHS.proposals}` })
  const navigate = useNavigate({ from: PATHS.proposals })
  const change = (changes: Filter & { readonly hide?: string | undefined }): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) })
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <FilterChip
        name={t('proposals.state')}
        clearLabel={t('filters.clear', { name: t('proposals.state') })}
        options={ProposalState.options.map((value) => ({
          value,
          text: t(`proposals.states.${value}`),
        }))}
        value={state}
        onChange={(value) => change({ state: ProposalState.options.find((one) => one === value) })}
      />
      <FilterChip
        name={t('proposals.kind')}
        clearLabel={t('filters.clear', { name: t('proposals.kind') })}
        options={ProposalKind.options.map((value) => ({
          value,
          text: t(`proposals.kinds.${value}`),
        }))}
        value={kind}
        onChange={(value) => change({ kind: ProposalKind.options.find((one) => one === value) })}
      />
      <FilterChip
        name={t('proposals.forMe')}
        clearLabel={t('filters.clear', { name: t('proposals.forMe') })}
        options={[{ value: 'true', text: t('proposals.mayApprove') }]}
        value={forMe}
        onChange={(value) => change({ forMe: value === 'true' ? 'true' : undefined })}
      />
      <span className="push in-row">
        <ColumnsMenu
          columns={columns}
          hidden={hiddenOf(hide)}
          onChange={(hidden) => change({ hide: hideOf(hidden) })}
        />
      </span>
      <ExportButton
        list="proposals"
        filters={{ state, kind, forMe }}
        columns={columns
          .filter(({ name }) => !hiddenOf(hide).includes(name))
          .flatMap(({ name }) => EXPORTED[name] ?? name)}
      />
    </div>
  )
}

function useColumns() {
  const { t } = useTranslation()
  const { clock } = useConsole()
  return [
    {
      name: 'object',
      head: t('proposals.what'),
      cell: ({ kind, objectName }: Proposal) => (
        <>
          {objectName} <span className="muted">{t(`proposals.kinds.${kind}`)}</span>
        </>
      ),
    },
    {
      name: 'proposer',
      head: t('proposals.proposer'),
      cell: ({ proposer }: Proposal) => <bdi>{proposer.email}</bdi>,
    },
    {
      name: 'state',
      head: t('proposals.state'),
      cell: ({ state }: Proposal) => <ProposalStateChip state={state} />,
    },
    {
      name: 'decidedBy',
      head: t('proposals.decidedBy'),
      isHelper: true,
      cell: ({ decidedBy }: Proposal) => (decidedBy === null ? '–' : <bdi>{decidedBy.email}</bdi>),
    },
    {
      name: 'age',
      head: t('proposals.made'),
      isFigure: true,
      cell: ({ at }: Proposal) => ageText(at, clock.now()),
    },
  ]
}
