import { getConsoleLegals, putConsoleLegals } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { StateMark, WithPanel } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../../lib/console.ts'
import { countText } from '../../../lib/figures.ts'
import { queryOf } from '../../../lib/query-of.ts'
import { ListTable } from '../../../parts/list-table.tsx'
import { useNeedsRole } from '../../../parts/use-needs-role.ts'
import { PATHS } from '../../../paths.ts'
import { useConfigSearch } from '../use-config-search.ts'
import { DocumentPanel } from './document-panel.tsx'
import type { Documents, LegalDocument } from './legal-document.ts'
import { ReplaceDocuments } from './replace-documents.tsx'

/** The documents that partners accept, and their files. Source: requirements CNF-008. */
export function DocumentsTab() {
  const { api } = useConsole()
  const { search, change } = useConfigSearch()
  const documents = useQuery(queryOf(api, getConsoleLegals))
  const chosen = documents.data?.content.find(({ file }) => file === search.open)
  return (
    <WithPanel
      panel={
        chosen === undefined ? null : (
          <DocumentPanel
            key={chosen.file}
            document={chosen}
            onClose={() => change({ open: undefined })}
          />
        )
      }
    >
      <Loaded query={documents} placeholder={480} isCard>
        {(shown) => <DocumentList documents={shown} />}
      </Loaded>
    </WithPanel>
  )
}

function DocumentList({ documents }: { readonly documents: Documents }) {
  const { t } = useTranslation()
  const { search } = useConfigSearch()
  const [isReplacing, setReplacing] = useState(false)
  const { content, accepted } = documents
  return (
    <>
      <Bar accepted={accepted} onReplace={() => setReplacing(true)} />
      <ListTable
        caption={t('config.documents')}
        columns={useColumns()}
        rows={content}
        total={content.length}
        keyOf={({ file }) => file}
        nameOf={({ name }) => name}
        open={search.open}
        link={({ file }, attributes) => (
          <Link
            {...attributes}
            from={PATHS.config}
            to="."
            search={(before) => ({ ...before, open: file })}
            className="row-name"
          />
        )}
        empty={t('table.none')}
      />
      {isReplacing && (
        <ReplaceDocuments documents={documents} onClose={() => setReplacing(false)} />
      )}
    </>
  )
}

type BarProps = { readonly accepted: number; readonly onReplace: () => void }

function Bar({ accepted, onReplace }: BarProps) {
  const { t } = useTranslation()
  const needsRole = useNeedsRole(putConsoleLegals.roles)
  return (
    <div className="filter-bar" role="group" aria-label={t('config.documents')}>
      <Button size="sm" title={needsRole} disabledReason={needsRole} onClick={onReplace}>
        {t('legals.replace.button')}
      </Button>
      <span className="muted">
        {t('legals.accepted', { count: accepted, shown: countText(accepted) })}
      </span>
    </div>
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'name',
      head: t('legals.name'),
      cell: ({ name }: LegalDocument) => <bdi>{name}</bdi>,
    },
    {
      name: 'file',
      head: t('legals.file'),
      cell: ({ file }: LegalDocument) => <bdi className="mono">{file}</bdi>,
    },
    {
      name: 'languages',
      head: t('legals.languages'),
      cell: ({ languages }: LegalDocument) => {
        const own = languages.filter(({ source }) => source === 'own').length
        return (
          <StateMark state={own === languages.length ? 'good' : own === 0 ? 'bad' : 'attention'}>
            {t('legals.ownOf', { own, count: languages.length })}
          </StateMark>
        )
      },
    },
  ]
}
