import {
  deleteExport,
  type Export,
  getExportFile,
  getExports,
  postExport,
} from '@partner-office/contracts'
import { Button, buttonClass, useToast } from '@partner-office/ui'
import { StateMark } from '@partner-office/ui/console'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { countText, bytesText } from '../../lib/figures.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { useExport } from '../../parts/use-export.ts'
import { UnlessFailed } from '../../parts/unless-failed.tsx'
import { Page } from '../../shell/page.tsx'

const MARKS = { RUNNING: 'attention', DONE: 'good', FAILED: 'bad', INTERRUPTED: 'bad' } as const
/** How often the list is read while a file is made. Units: milliseconds. */
const REFRESH_MS = 2_000

/** The operator's own exports of the last 7 days, with their files. Source: requirements EXP-006. */
export function ExportsPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const exports = useQuery({
    queryKey: [getExports.path],
    queryFn: ({ signal }) => api.call(getExports, { signal, isRefresh: true }),
    refetchInterval: ({ state: { data } }) =>
      data?.content.some(({ state }) => state === 'RUNNING') ? REFRESH_MS : false,
  })
  return (
    <Page
      title={t('menu.exports')}
      roles={getExports.roles}
      state={<span className="muted">{t('exports.own')}</span>}
    >
      <UnlessFailed query={exports} isCard>
        <ExportList rows={exports.data?.content} />
      </UnlessFailed>
    </Page>
  )
}

function ExportList({ rows }: { readonly rows: readonly Export[] | undefined }) {
  const { t } = useTranslation()
  const deleting = useDelete()
  const again = useExport()
  return (
    <>
      <ActNote act={deleting} notDone={t('exports.notDeleted')} roles={deleteExport.roles} />
      <ActNote act={again} notDone={t('exports.notDone')} roles={postExport.roles} />
      <ListTable
        caption={t('menu.exports')}
        columns={useColumns({
          onDelete: deleting.run,
          onAgain: again.run,
          busy: deleting.isBusy ? deleting.about : undefined,
        })}
        rows={rows}
        total={rows?.length}
        keyOf={({ id }) => String(id)}
        nameOf={({ list, id }) => `${t(`exports.lists.${list}`)} ${id}`}
        empty={t('exports.none')}
      />
    </>
  )
}

type Acts = {
  readonly onDelete: (id: number) => void
  readonly onAgain: (one: Export) => void
  /** The export that is being deleted. */
  readonly busy: number | undefined
}

function useColumns(acts: Acts) {
  const { t } = useTranslation()
  return [
    {
      name: 'list',
      head: t('exports.list'),
      cell: ({ list, filters }: Export) => (
        <>
          {t(`exports.lists.${list}`)}{' '}
          <span className="muted">
            {Object.entries(filters)
              .map(([name, value]) => `${name}: ${value}`)
              .join(', ')}
          </span>
        </>
      ),
    },
    { name: 'at', head: t('exports.at'), cell: ({ at }: Export) => <Instant at={at} /> },
    {
      name: 'state',
      head: t('exports.state'),
      cell: ({ state }: Export) => (
        <StateMark state={MARKS[state]}>{t(`exports.states.${state}`)}</StateMark>
      ),
    },
    ...useFileColumns(),
    {
      name: 'acts',
      head: t('exports.file'),
      cell: (one: Export) => <ExportActs one={one} {...acts} />,
    },
  ]
}

function useFileColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'rows',
      head: t('exports.rows'),
      isFigure: true,
      cell: ({ rows }: Export) => countText(rows),
    },
    {
      name: 'bytes',
      head: t('exports.size'),
      isFigure: true,
      isHelper: true,
      cell: ({ bytes }: Export) => bytesText(bytes),
    },
    {
      name: 'until',
      head: t('exports.until'),
      isHelper: true,
      cell: ({ until }: Export) => <Instant at={until} />,
    },
  ]
}

function ExportActs({ one, onDelete, onAgain, busy }: Acts & { readonly one: Export }) {
  const { t } = useTranslation()
  const { id, state } = one
  const named = { list: t(`exports.lists.${one.list}`), id }
  return (
    <span className="in-row wrap">
      {state === 'DONE' && (
        <a
          href={getExportFile.path.replace(':id', String(id))}
          download
          className={buttonClass({ size: 'sm' })}
          aria-label={t('exports.downloadNamed', named)}
        >
          {t('exports.download')}
        </a>
      )}
      {(state === 'FAILED' || state === 'INTERRUPTED') && (
        <Button size="sm" onClick={() => onAgain(one)}>
          {t('exports.again')}
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        busy={busy === id}
        aria-label={t('exports.deleteNamed', named)}
        onClick={() => onDelete(id)}
      >
        {t('exports.delete')}
      </Button>
    </span>
  )
}

function useDelete() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const queries = useQueryClient()
  return useAct<number, object>({
    send: (id) => api.call(deleteExport, { params: { id: String(id) } }),
    lookUp: async (id) =>
      (await api.call(getExports)).content.some((one) => one.id === id) ? null : {},
    onDone: () => {
      toast.success({ title: t('exports.deleted') })
      void queries.invalidateQueries({ queryKey: [getExports.path] })
    },
  })
}
