import { type ConsolePost, getConsoleNews, postConsoleNews } from '@partner-office/contracts'
import { ALL_LANGUAGES } from '@partner-office/locales'
import { Button } from '@partner-office/ui'
import { FilterChip, StateMark, WithPanel } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../../lib/console.ts'
import { Instant } from '../../../lib/instant.tsx'
import { languageText } from '../../../lib/languages.ts'
import { ExportButton } from '../../../parts/export-button.tsx'
import { PagedTable } from '../../../parts/paged-table.tsx'
import { useNeedsRole } from '../../../parts/use-needs-role.ts'
import { usePaged } from '../../../parts/use-paged.ts'
import { PATHS } from '../../../paths.ts'
import { useConfigSearch } from '../use-config-search.ts'
import { NewsEditor } from './news-editor.tsx'

/** In the address, in the place of the number of a post. */
const NEW = 'new'

/** Posts of the news, and an editor with what the office will show. Source: requirements CNF-007. */
export function NewsTab() {
  const { search, change } = useConfigSearch()
  const posts = usePosts()
  const { open } = search
  const chosen = posts.data?.pages
    .flatMap(({ content }) => content)
    .find(({ id }) => String(id) === open)
  const close = () => change({ open: undefined })
  return (
    <WithPanel
      panel={
        open === NEW ? (
          <NewsEditor key={NEW} post={null} onClose={close} />
        ) : chosen === undefined ? null : (
          <NewsEditor key={`${chosen.id} ${chosen.version}`} post={chosen} onClose={close} />
        )
      }
    >
      <Filters onAdd={() => change({ open: NEW })} />
      <Posts posts={posts} />
    </WithPanel>
  )
}

function usePosts() {
  const { api } = useConsole()
  const { search } = useConfigSearch()
  const { language, state } = search
  const filter = {
    ...(language !== undefined && { language }),
    ...(state !== undefined && { state }),
  }
  return usePaged([getConsoleNews.path, filter], (cursor, signal) =>
    api.call(getConsoleNews, { query: { ...filter, ...cursor }, signal }),
  )
}

function Filters({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation()
  const { search, change } = useConfigSearch()
  const needsRole = useNeedsRole(postConsoleNews.roles)
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <Button size="sm" title={needsRole} disabledReason={needsRole} onClick={onAdd}>
        {t('posts.add')}
      </Button>
      <FilterChip
        name={t('posts.language')}
        options={ALL_LANGUAGES.map((value) => ({ value, text: languageText(value) }))}
        value={search.language}
        clearLabel={t('filters.clear', { name: t('posts.language') })}
        onChange={(language) => change({ language })}
      />
      <FilterChip
        name={t('posts.state')}
        options={STATES.map((value) => ({ value, text: t(`posts.states.${value}`) }))}
        value={search.state}
        clearLabel={t('filters.clear', { name: t('posts.state') })}
        onChange={(value) => change({ state: STATES.find((one) => one === value) })}
      />
      <span className="push">
        <ExportButton
          list="news"
          filters={{ language: search.language, state: search.state }}
          columns={['id', 'language', 'state', 'publishedAt', 'title', 'category']}
        />
      </span>
    </div>
  )
}

const STATES = ['planned', 'published'] as const

function Posts({ posts }: { readonly posts: ReturnType<typeof usePosts> }) {
  const { t } = useTranslation()
  const { search } = useConfigSearch()
  const isFiltered = search.language !== undefined || search.state !== undefined
  return (
    <PagedTable
      list={posts}
      caption={t('config.news')}
      columns={useColumns()}
      keyOf={({ id }) => String(id)}
      nameOf={({ title }) => title}
      open={search.open}
      link={({ id }, attributes) => (
        <Link
          {...attributes}
          from={PATHS.config}
          to="."
          search={(before) => ({ ...before, open: String(id) })}
          className="row-name"
        />
      )}
      empty={isFiltered ? t('table.none') : t('posts.none')}
    />
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'title',
      head: t('posts.title'),
      cell: ({ title }: ConsolePost) => <bdi>{title}</bdi>,
    },
    {
      name: 'language',
      head: t('posts.language'),
      cell: ({ language }: ConsolePost) => languageText(language),
    },
    {
      name: 'category',
      head: t('posts.category'),
      isHelper: true,
      cell: ({ category }: ConsolePost) => <bdi>{category}</bdi>,
    },
    {
      name: 'publishedAt',
      head: t('posts.date'),
      cell: ({ publishedAt }: ConsolePost) => <Instant at={publishedAt} />,
    },
    {
      name: 'state',
      head: t('posts.state'),
      cell: ({ state }: ConsolePost) => (
        <StateMark state={state === 'published' ? 'good' : 'attention'}>
          {t(`posts.states.${state}`)}
        </StateMark>
      ),
    },
  ]
}
