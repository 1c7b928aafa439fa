import { getImports, type ListedImport, postImport } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { StateMark } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { bytesText, countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { MappingsBox } from './mappings-box.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const MARKS = { NEW: 'off', CHECKED: 'attention', CONFIRMED: 'attention', DONE: 'good' } as const

/** Files of partners and orders, and the saved mappings. Source: requirements ORC-007, ORC-013. */
export function ImportsPage() {
  const { t } = useTranslation()
  const [isUploading, setUploading] = useState(false)
  return (
    <Page
      title={t('menu.imports')}
      roles={getImports.roles}
      actions={
        <Button
          variant="primary"
          icon="upload"
          disabledReason={useNeedsRole(postImport.roles)}
          onClick={() => setUploading(true)}
        >
          {t('imports.upload')}
        </Button>
      }
    >
      <div className="stack gap-4">
        <Files />
        <MappingsBox />
      </div>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </Page>
  )
}

function Files() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const list = usePaged([getImports.path], (query, signal) =>
    api.call(getImports, { query, signal }),
  )
  return (
    <PagedTable
      list={list}
      caption={t('menu.imports')}
      columns={useColumns()}
      keyOf={({ id }) => String(id)}
      nameOf={({ id }) => t('imports.one', { id })}
      link={({ id }, attributes) => (
        <Link {...attributes} to={PATHS.import} params={{ id: String(id) }} className="row-name" />
      )}
      empty={t('imports.none')}
    />
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    { name: 'id', head: t('imports.number'), cell: ({ id }: ListedImport) => id },
    {
      name: 'kind',
      head: t('imports.kind'),
      cell: ({ kind }: ListedImport) => t(`imports.kinds.${kind}`),
    },
    { name: 'name', head: t('imports.file'), cell: ({ name }: ListedImport) => <bdi>{name}</bdi> },
    {
      name: 'bytes',
      head: t('imports.size'),
      isFigure: true,
      isHelper: true,
      cell: ({ bytes }: ListedImport) => bytesText(bytes),
    },
    {
      name: 'at',
      head: t('imports.at'),
      cell: ({ at }: ListedImport) => <Instant at={at} />,
    },
    {
      name: 'by',
      head: t('imports.by'),
      isHelper: true,
      cell: ({ by }: ListedImport) => <bdi>{by}</bdi>,
    },
    {
      name: 'state',
      head: t('imports.state'),
      cell: (one: ListedImport) => <ImportState one={one} />,
    },
    {
      name: 'imported',
      head: t('imports.imported'),
      isFigure: true,
      cell: ({ imported }: ListedImport) => (imported === null ? '–' : countText(imported)),
    },
  ]
}

/** The state of a file; of a checked one, whether it has bad lines. */
export function ImportState({ one: { state, bad } }: { readonly one: ListedImport }) {
  const { t } = useTranslation()
  if (state === 'CHECKED' && bad !== null && bad > 0) {
    return <StateMark state="bad">{t('imports.bad', { count: bad })}</StateMark>
  }
  return <StateMark state={MARKS[state]}>{t(`imports.states.${state}`)}</StateMark>
}
