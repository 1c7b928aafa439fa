import { getImports, ImportKind, postImport } from '@partner-office/contracts'
import { Button, Dialog, Progress, SelectField, TextField } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { PATHS } from '../../paths.ts'

const KINDS = { partners: 'partners', orders: 'orders' } as const

/** Uploads a file and opens its page; nothing is imported by it. Source: requirements ORC-007. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<ImportKind>('orders')
  const [file, setFile] = useState<File | null>(null)
  const { act, share } = useUpload()
  const missing = file === null ? t('imports.noFile') : undefined
  return (
    <Dialog
      title={t('imports.upload')}
      hint={t('imports.uploadHint')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (file !== null) act.run({ kind, file })
        }}
      >
        <SelectField
          label={t('imports.kind')}
          value={kind}
          onChange={({ target }) => setKind(ImportKind.parse(target.value))}
        >
          {Object.values(KINDS).map((value) => (
            <option key={value} value={value}>
              {t(`imports.kinds.${value}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('imports.file')}
          hint={t('imports.fileHint')}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          required
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
        {act.isBusy && (
          <Progress
            size="thin"
            label={t('imports.sent')}
            segments={[{ percent: 100 * share, tone: 'done' }]}
          />
        )}
        <ActNote act={act} notDone={t('imports.notUploaded')} roles={postImport.roles} />
        <div className="decision">
          <Button type="submit" variant="primary" busy={act.isBusy} disabledReason={missing}>
            {t('imports.uploadButton')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Chosen = { readonly kind: ImportKind; readonly file: File }

function useUpload() {
  const { api } = useConsole()
  const { operator } = useSignedIn()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [share, setShare] = useState(0)
  const [begunAt, setBegunAt] = useState(0)
  const act = useAct<Chosen, number>({
    send: async ({ kind, file }) => {
      setBegunAt(Date.now())
      const form = new FormData()
      form.set('kind', kind)
      form.append('file', file)
      return (await api.call(postImport, { form, onSent: setShare })).id
    },
    lookUp: async ({ file }) => {
      const { content } = await api.call(getImports)
      const isThis = ({ by, bytes, at }: (typeof content)[number]) =>
        by === operator.email && bytes === file.size && at >= begunAt
      return content.find(isThis)?.id ?? null
    },
    onDone: (id) => {
      void queries.invalidateQueries({ queryKey: [getImports.path] })
      void navigate({ to: PATHS.import, params: { id: String(id) } })
    },
  })
  return { act, share }
}
