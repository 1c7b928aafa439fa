import { getProposals, type Proposal, ProposalKind, ProposalState } from '@partner-office/contracts'
import { FilterChip, WithPanel } from '@partner-office/ui/console'
import { buttonClass, Icon } from '@partner-office/ui'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { ageText } from '../../lib/instants.ts'
import { ExportButton } from '../../parts/export-button.tsx'
import { ColumnsMenu, shownNames } from '../../parts/list-table.tsx'
import { ProposalStateChip } from '../../parts/proposal-state.tsx'
import { RowDrawer } from '../../parts/row-drawer.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { UnlessFailed } from '../../parts/unless-failed.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
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
  return (
    <UnlessFailed query={list} isCard>
      <Filters columns={columns} />
      <PagedTable
        list={list}
        caption={t('menu.proposals')}
        columns={columns}
        hide={hide}
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
      />
    </UnlessFailed>
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
      <ColumnsMenu columns={columns} hide={hide} onChange={change} />
      <ExportButton
        list="proposals"
        filters={{ state, kind, forMe }}
        columns={shownNames(columns, hide).flatMap((name) => EXPORTED[name] ?? name)}
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
