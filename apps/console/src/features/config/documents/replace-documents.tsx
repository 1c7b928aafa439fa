import {
  type CallReply,
  getConsoleLegals,
  postLegalsPreview,
  putConsoleLegals,
} from '@partner-office/contracts'
import { Button, Dialog, Note, TextField, useToast } from '@partner-office/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../../lib/console.ts'
import { countText } from '../../../lib/figures.ts'
import { useAct } from '../../../lib/use-act.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { ActNote } from '../../../parts/act-note.tsx'
import type { Documents } from './legal-document.ts'

type Entry = { readonly name: string; readonly file: string }

type ReplaceProps = {
  readonly documents: Documents
  readonly onClose: () => void
}

const isSame = (entries: readonly Entry[], others: readonly Entry[]): boolean =>
  entries.every(({ name, file }, at) => name === others[at]?.name && file === others[at].file)

/** Changes names and files of the documents, and says before how many partners must accept them again. Source: requirements CNF-008. */
export function ReplaceDocuments({ documents, onClose }: ReplaceProps) {
  const { t } = useTranslation()
  const [entries, setEntries] = useState<readonly Entry[]>(() =>
    documents.content.map(({ name, file }) => ({ name, file })),
  )
  const preview = usePreview(entries)
  const act = useReplace(documents.version, onClose)
  const isChanged = !isSame(entries, documents.content)
  const unready = isChanged ? (preview?.problem ?? undefined) : t('config.unchanged')
  const change = (at: number, changes: Partial<Entry>): void =>
    setEntries(entries.map((entry, place) => (place === at ? { ...entry, ...changes } : entry)))
  return (
    <Dialog title={t('legals.replace.title')} closeLabel={t('common.close')} onClose={onClose}>
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (unready === undefined && preview !== null) act.run(entries)
        }}
      >
        {entries.map((entry, at) => (
          <EntryFields key={at} place={at + 1} entry={entry} onChange={(to) => change(at, to)} />
        ))}
        <Effect preview={isChanged ? preview : null} />
        <ActNote act={act} notDone={t('legals.notReplaced')} roles={putConsoleLegals.roles} />
        <div className="decision">
          <Button
            type="submit"
            variant="primary"
            busy={act.isBusy}
            disabledReason={unready ?? (preview === null ? t('legals.checking') : undefined)}
          >
            {t('config.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type EntryFieldsProps = {
  readonly place: number
  readonly entry: Entry
  readonly onChange: (changes: Partial<Entry>) => void
}

function EntryFields({ place, entry, onChange }: EntryFieldsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="in-row gap-3 wrap">
      <legend className="label">{t('legals.one', { place })}</legend>
      {(['name', 'file'] as const).map((field) => (
        <TextField
          key={field}
          label={t(`legals.${field}`)}
          value={entry[field]}
          maxLength={100}
          spellCheck={false}
          onChange={({ target }) => onChange({ [field]: target.value })}
        />
      ))}
    </fieldset>
  )
}

type Preview = CallReply<typeof postLegalsPreview>

function Effect({ preview }: { readonly preview: Preview | null }) {
  const { t } = useTranslation()
  if (preview === null) return null
  if (preview.problem !== null) {
    return (
      <Note tone="red" live>
        {t('legals.problem', { problem: preview.problem })}
      </Note>
    )
  }
  return (
    <Note tone="orange" live>
      {t('legals.again', { count: preview.again, shown: countText(preview.again) })}
    </Note>
  )
}

/** What the typed list would ask of partners; null while it is not known. */
function usePreview(entries: readonly Entry[]): Preview | null {
  const { api } = useConsole()
  const settled = useSettled(entries)
  const preview = useQuery({
    queryKey: [postLegalsPreview.path, settled],
    queryFn: ({ signal }) =>
      api.call(postLegalsPreview, { body: { documents: [...settled] }, signal }),
    enabled: settled === entries,
    gcTime: 0,
  })
  return settled === entries ? (preview.data ?? null) : null
}

function useReplace(version: string, onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const queries = useQueryClient()
  return useAct<readonly Entry[], object>({
    send: (entries) => api.call(putConsoleLegals, { body: { documents: [...entries], version } }),
    lookUp: async (entries) => {
      const now = await api.call(getConsoleLegals)
      return isSame(entries, now.content) ? now : null
    },
    onDone: () => {
      toast.success({ title: t('legals.replaced') })
      void queries.invalidateQueries({ queryKey: [getConsoleLegals.path] })
      onDone()
    },
  })
}
