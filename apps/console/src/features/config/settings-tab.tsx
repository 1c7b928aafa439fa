import { getSettings, isSettingFound, type Setting } from '@partner-office/contracts'
import { FilterChip, FilterInput, StateMark, WithPanel } from '@partner-office/ui/console'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { sortedBy } from '../../lib/sorted-by.ts'
import { ExportButton } from '../../parts/export-button.tsx'
import { ColumnsMenu, ListTable, shownNames } from '../../parts/list-table.tsx'
import { UnlessFailed } from '../../parts/unless-failed.tsx'
import { PATHS } from '../../paths.ts'
import { SettingPanel } from './setting-panel.tsx'
import { useConfigSearch } from './use-config-search.ts'

const SORTED = ['name', 'group', 'setAt'] as const

/** Every setting with its value, default, and who has set it when. Source: requirements CNF-001. */
export function SettingsTab() {
  const { api } = useConsole()
  const settings = useQuery(queryOf(api, getSettings))
  const { search, change } = useConfigSearch()
  const chosen = settings.data?.content.find(({ name }) => name === search.open)
  return (
    <WithPanel
      panel={
        chosen === undefined ? null : (
          <SettingPanel
            key={`${chosen.name} ${chosen.value}`}
            setting={chosen}
            onClose={() => change({ open: undefined })}
          />
        )
      }
    >
      <UnlessFailed query={settings} isCard>
        <Settings rows={settings.data?.content} />
      </UnlessFailed>
    </WithPanel>
  )
}

function Settings({ rows }: { readonly rows: readonly Setting[] | undefined }) {
  const { t } = useTranslation()
  const { search, change } = useConfigSearch()
  const columns = useColumns()
  const { group, find, sort = 'name', order = 'ascending' } = search
  const shown = rows?.filter((row) => isSettingFound(row, { group, find }))
  return (
    <>
      <Filters columns={columns} groups={[...new Set(rows?.map((row) => row.group))].toSorted()} />
      <ListTable
        caption={t('config.settings')}
        columns={columns}
        hide={search.hide}
        rows={shown && sortedBy(shown, { sort: SORTED.find((one) => one === sort), order })}
        total={rows?.length}
        keyOf={({ name }) => name}
        nameOf={({ name }) => name}
        open={search.open}
        sort={{ column: sort, direction: order }}
        onSort={({ column, direction }) => change({ sort: column, order: direction })}
        isQuiet={({ isSet }) => !isSet}
        link={({ name }, attributes) => (
          <Link
            {...attributes}
            from={PATHS.config}
            to="."
            search={(before) => ({ ...before, open: name })}
            className="row-name"
          />
        )}
        empty={t('table.none')}
      />
    </>
  )
}

type FiltersProps = {
  readonly columns: ReturnType<typeof useColumns>
  readonly groups: readonly string[]
}

function Filters({ columns, groups }: FiltersProps) {
  const { t } = useTranslation()
  const { search, change } = useConfigSearch()
  const { group, find, sort, order, hide } = search
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <FilterInput
        name={t('config.find')}
        hint={t('config.findHint')}
        value={find}
        maxLength={100}
        applyLabel={t('filters.apply')}
        clearLabel={t('filters.clear', { name: t('config.find') })}
        onChange={(typed) => change({ find: typed })}
      />
      <FilterChip
        name={t('config.group')}
        clearLabel={t('filters.clear', { name: t('config.group') })}
        options={groups.map((value) => ({ value, text: value }))}
        value={group}
        onChange={(chosen) => change({ group: chosen })}
      />
      <ColumnsMenu columns={columns} hide={hide} onChange={change} />
      <ExportButton
        list="settings"
        filters={{ group, find, sort, order }}
        columns={shownNames(columns, hide)}
      />
    </div>
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'name',
      head: t('config.name'),
      isSortable: true,
      cell: ({ name }: Setting) => <bdi>{name}</bdi>,
    },
    {
      name: 'value',
      head: t('config.value'),
      cell: ({ value }: Setting) => <Value text={value} />,
    },
    {
      name: 'default',
      head: t('config.default'),
      isHelper: true,
      cell: (setting: Setting) => <Value text={setting.default} />,
    },
    {
      name: 'group',
      head: t('config.group'),
      isSortable: true,
      isHelper: true,
      cell: ({ group }: Setting) => group,
    },
    ...useChangeColumns(),
  ]
}

/** Who may change a setting, and who did. */
function useChangeColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'isGuarded',
      head: t('config.second'),
      cell: ({ isGuarded }: Setting) =>
        isGuarded ? <StateMark state="attention">{t('config.guarded')}</StateMark> : '–',
    },
    {
      name: 'setAt',
      head: t('config.setAt'),
      isSortable: true,
      cell: ({ setAt }: Setting) => (setAt === null ? '–' : <Instant at={setAt} />),
    },
    {
      name: 'setBy',
      head: t('config.setBy'),
      cell: ({ setBy }: Setting) => (setBy === null ? '–' : <bdi>{setBy}</bdi>),
    },
  ]
}

function Value({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  return text === '' ? (
    <span className="muted">{t('config.empty')}</span>
  ) : (
    <bdi className="cell-value">{text}</bdi>
  )
}
