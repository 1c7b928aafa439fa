import {
  DocumentState,
  DocumentType,
  getDocuments,
  type ListedDocument,
} from '@partner-office/contracts'
import { FilterChip, StateMark } from '@partner-office/ui/console'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { NumberFilter } from '../../parts/number-filter.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'

const FROM = `/frame${PATHS.documents}` as const
const REREAD_MS = 5_000

/** Documents in review, oldest first. Source: requirements DOC-001. */
export function DocumentsPage() {
  const { t } = useTranslation()
  const list = useDocuments()
  return (
    <Page title={t('menu.documents')} roles={getDocuments.roles}>
      <Filters />
      <PagedTable
        list={list}
        caption={t('menu.documents')}
        columns={useColumns()}
        keyOf={({ id }) => String(id)}
        nameOf={(document) => t('documents.one', { type: t(`documents.types.${document.type}`) })}
        link={({ id }, attributes) => (
          <Link
            {...attributes}
            to={PATHS.document}
            params={{ id: String(id) }}
            className="row-name"
          />
        )}
        empty={t('documents.none')}
      />
    </Page>
  )
}

function useDocuments() {
  const { api } = useConsole()
  const filter = useSearch({ from: FROM })
  return usePaged(
    [getDocuments.path, filter],
    (cursor, signal) => api.call(getDocuments, { query: { ...filter, ...cursor }, signal }),
    // Who looks at a document changes by itself.
    REREAD_MS,
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'type',
      head: t('documents.type'),
      cell: ({ type }: ListedDocument) => t(`documents.types.${type}`),
    },
    {
      name: 'partner',
      head: t('orders.partner'),
      cell: ({ partner }: ListedDocument) => <PartnerName partner={partner} />,
    },
    {
      name: 'country',
      head: t('documents.country'),
      cell: ({ partner }: ListedDocument) => partner.country,
    },
    { name: 'at', head: t('documents.at'), cell: ({ at }: ListedDocument) => <Instant at={at} /> },
    {
      name: 'changed',
      head: t('documents.changed'),
      cell: (document: ListedDocument) => <Changed document={document} />,
    },
    {
      name: 'viewers',
      head: t('documents.viewers'),
      cell: ({ viewers }: ListedDocument) =>
        viewers.length === 0 ? '–' : <StateMark state="attention">{viewers.join(', ')}</StateMark>,
    },
  ]
}

/** What differs from the rejected document before. */
export function Changed({ document: { tries, changed } }: { readonly document: ListedDocument }) {
  const { t } = useTranslation()
  if (tries === 1) return t('documents.firstTry')
  if (changed.length === 0) return t('documents.sameFields', { count: tries })
  return (
    <>
      {t('documents.again', { count: tries })}
      {changed.map(({ field, before, after }) => (
        <span key={field} className="block">
          <span className="muted">{t(`documents.fields.${field as 'name'}`)}: </span>
          <del>{before}</del> <ins>{after}</ins>
        </span>
      ))}
    </>
  )
}

function Filters() {
  const { t } = useTranslation()
  const search = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.documents })
  const change = (changes: typeof search): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) })
  const clear = (name: string) => t('filters.clear', { name })
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <FilterChip
        name={t('documents.state')}
        clearLabel={clear(t('documents.state'))}
        options={DocumentState.options.map((value) => ({
          value,
          text: t(`documents.states.${value}`),
        }))}
        value={search.state}
        onChange={(value) => change({ state: DocumentState.options.find((one) => one === value) })}
      />
      <FilterChip
        name={t('documents.type')}
        clearLabel={clear(t('documents.type'))}
        options={DocumentType.options.map((value) => ({
          value,
          text: t(`documents.types.${value}`),
        }))}
        value={search.type}
        onChange={(value) => change({ type: DocumentType.options.find((one) => one === value) })}
      />
      <NumberFilter
        name={t('orders.partner')}
        hint={t('orders.hints.partner')}
        value={search.partner}
        onChange={(partner) => change({ partner })}
      />
    </div>
  )
}
