import { deleteImport, getImport, getImports, type Import } from '@partner-office/contracts'
import { Button, KeyValues, Note } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { bytesText, countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { hasOneOf } from '../../lib/session.ts'
import { useAct } from '../../lib/use-act.ts'
import { ConfirmAct } from '../../parts/confirm-act.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { CheckBox } from './check-box.tsx'
import { FormBox } from './form-box.tsx'
import { ImportState } from './imports-page.tsx'
import { LinesBox } from './lines-box.tsx'

/** One file: how it is read, what it would do, and its import. Source: requirements ORC-007 to ORC-013. */
export function ImportPage() {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const { id } = useParams({ from: `/frame${PATHS.import}` })
  return (
    <Page
      title={t('imports.one', { id })}
      crumb={{ text: t('menu.imports'), to: PATHS.imports }}
      roles={getImport.roles}
    >
      {hasOneOf(operator.roles, getImport.roles) && <Content key={id} id={id} />}
    </Page>
  )
}

function Content({ id }: { readonly id: string }) {
  const { api } = useConsole()
  const query = useQuery(queryOf(api, getImport, { params: { id } }))
  return (
    <Loaded query={query} placeholder={300} titles={{ not_found: 'imports.notFound' }}>
      {(file) => (
        <div className="stack gap-4">
          <About file={file} />
          {file.header.length > 0 && (
            <>
              <FormBox key={file.version} file={file} />
              <LinesBox file={file} />
            </>
          )}
          <CheckBox file={file} />
        </div>
      )}
    </Loaded>
  )
}

function About({ file }: { readonly file: Import }) {
  const { t } = useTranslation()
  const { kind, name, bytes, at, by, sha256, mapping, imported, reason, state } = file
  return (
    <Box
      title={t('imports.about')}
      foot={state === 'NEW' || state === 'CHECKED' ? <DeleteFile file={file} /> : undefined}
    >
      <KeyValues
        items={[
          { label: t('imports.kind'), value: t(`imports.kinds.${kind}`) },
          { label: t('imports.file'), value: <bdi>{name}</bdi> },
          { label: t('imports.size'), value: bytesText(bytes) },
          { label: t('imports.at'), value: <Instant at={at} /> },
          { label: t('imports.by'), value: <bdi>{by}</bdi> },
          { label: t('imports.state'), value: <ImportState one={file} /> },
          { label: t('imports.hash'), value: <code className="mend-command">{sha256}</code> },
          { label: t('imports.mapping'), value: mapping === null ? '–' : <bdi>{mapping}</bdi> },
          ...(imported === null
            ? []
            : [
                { label: t('imports.imported'), value: countText(imported) },
                { label: t('reason.label'), value: reason },
              ]),
        ]}
      />
      {file.header.length === 0 && state !== 'DONE' && <Note>{t('imports.gone')}</Note>}
    </Box>
  )
}

function DeleteFile({ file: { id } }: { readonly file: Import }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const act = useAct<void, true>({
    send: async () => {
      await api.call(deleteImport, { params: { id: String(id) } })
      return true
    },
    lookUp: async () => {
      const { content } = await api.call(getImports)
      return content.some((one) => one.id === id) ? null : true
    },
    onDone: () => {
      void queries.invalidateQueries({ queryKey: [getImports.path] })
      void navigate({ to: PATHS.imports })
    },
  })
  return (
    <>
      <Button disabledReason={useNeedsRole(deleteImport.roles)} onClick={() => setAsking(true)}>
        {t('imports.delete')}
      </Button>
      {isAsking && (
        <ConfirmAct
          texts={{
            title: t('imports.deleteTitle'),
            text: t('imports.deleteText'),
            button: t('imports.delete'),
            notDone: t('imports.notDeleted'),
          }}
          act={act}
          roles={deleteImport.roles}
          isFinal
          onConfirm={() => act.run()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
