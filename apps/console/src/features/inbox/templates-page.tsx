import {
  deleteTemplate,
  getTemplates,
  postTemplate,
  putTemplate,
  type Template,
  TemplateUse,
} from '@partner-office/contracts'
import { ALL_LANGUAGES, LANGUAGES } from '@partner-office/locales'
import { Button, Dialog, SelectField, TextAreaField, TextField, useToast } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { ConfirmAct } from '../../parts/confirm-act.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'

/** Texts that answers and reasons begin with. Source: requirements INB-005. */
export function TemplatesPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [open, setOpen] = useState<Template | 'new' | null>(null)
  const query = useQuery(queryOf(api, getTemplates))
  return (
    <Page
      title={t('templates.title')}
      crumb={{ text: t('menu.inbox'), to: PATHS.inbox }}
      roles={getTemplates.roles}
      actions={
        <Button variant="primary" icon="plus" onClick={() => setOpen('new')}>
          {t('templates.add')}
        </Button>
      }
    >
      <Loaded query={query} placeholder={200}>
        {({ content }) => (
          <ListTable
            caption={t('templates.title')}
            columns={columnsOf(t, setOpen)}
            rows={content}
            keyOf={({ id }) => String(id)}
            nameOf={({ name }) => name}
            empty={t('templates.none')}
          />
        )}
      </Loaded>
      {open !== null && (
        <TemplateDialog template={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </Page>
  )
}

const columnsOf = (t: TFunction, onOpen: (template: Template) => void) => [
  {
    name: 'name',
    head: t('templates.name'),
    cell: (template: Template) => (
      <Button variant="ghost" size="sm" onClick={() => onOpen(template)}>
        {template.name}
      </Button>
    ),
  },
  {
    name: 'use',
    head: t('templates.use'),
    cell: ({ use }: Template) => t(`templates.uses.${use}`),
  },
  {
    name: 'languages',
    head: t('templates.languages'),
    cell: ({ texts }: Template) => Object.keys(texts).toSorted().join(', '),
  },
  {
    name: 'changedBy',
    head: t('templates.changedBy'),
    cell: ({ changedBy, changedAt }: Template) => (
      <>
        {changedBy} <Instant at={changedAt} />
      </>
    ),
  },
]

type DialogProps = { readonly template: Template | null; readonly onClose: () => void }

type Written = Pick<Template, 'use' | 'name' | 'texts'>

function TemplateDialog({ template, onClose }: DialogProps) {
  const { t } = useTranslation()
  const [written, setWritten] = useState<Written>(
    template ?? { use: 'TICKET', name: '', texts: { en: '' } },
  )
  const [isRemoving, setRemoving] = useState(false)
  const act = useSave(template, onClose)
  const texts = writtenTexts(written)
  const isWhole = written.name.trim() !== '' && Object.keys(texts).length > 0
  if (isRemoving && template !== null) return <Remove template={template} onClose={onClose} />
  return (
    <Dialog
      title={template === null ? t('templates.add') : template.name}
      hint={t('templates.hint')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <div className="stack gap-4">
        <Fields written={written} isNew={template === null} onChange={setWritten} />
        <ActNote act={act} notDone={t('templates.notSaved')} roles={postTemplate.roles} />
        <div className="decision">
          {template !== null && (
            <Button variant="danger" onClick={() => setRemoving(true)}>
              {t('templates.remove')}
            </Button>
          )}
          <Button
            variant="primary"
            busy={act.isBusy}
            disabledReason={isWhole ? undefined : t('templates.incomplete')}
            onClick={() => act.run({ ...written, texts })}
          >
            {t('templates.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const writtenTexts = ({ texts }: Written): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))

type FieldsProps = {
  readonly written: Written
  readonly isNew: boolean
  readonly onChange: (written: Written) => void
}

function Fields({ written, isNew, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState('en')
  const { use, name, texts } = written
  return (
    <>
      {isNew && <UseField use={use} onChange={(chosen) => onChange({ ...written, use: chosen })} />}
      <TextField
        label={t('templates.name')}
        name="name"
        maxLength={256}
        value={name}
        onChange={({ target }) => onChange({ ...written, name: target.value })}
      />
      <SelectField
        label={t('templates.language')}
        value={language}
        onChange={({ target }) => setLanguage(target.value)}
      >
        {ALL_LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {LANGUAGES[one]}
            {(texts[one] ?? '') === '' ? '' : ' ✓'}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={t('templates.text')}
        hint={t('templates.placeholders')}
        name="text"
        rows={8}
        maxLength={5_000}
        value={texts[language] ?? ''}
        onChange={({ target }) =>
          onChange({ ...written, texts: { ...texts, [language]: target.value } })
        }
      />
    </>
  )
}

type UseFieldProps = { readonly use: TemplateUse; readonly onChange: (use: TemplateUse) => void }

function UseField({ use, onChange }: UseFieldProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      label={t('templates.use')}
      value={use}
      onChange={({ target }) =>
        onChange(TemplateUse.options.find((one) => one === target.value) ?? use)
      }
    >
      {TemplateUse.options.map((one) => (
        <option key={one} value={one}>
          {t(`templates.uses.${one}`)}
        </option>
      ))}
    </SelectField>
  )
}

function useSave(template: Template | null, onClose: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  return useAct<Written, Template>({
    send: ({ use, name, texts }) =>
      template === null
        ? api.call(postTemplate, { body: { use, name, texts } })
        : api.call(putTemplate, {
            params: { id: String(template.id) },
            body: { version: template.version, name, texts },
          }),
    lookUp: async ({ use, name }) => {
      const { content } = await api.call(getTemplates)
      const found = content.find((one) => one.use === use && one.name === name.trim())
      return found !== undefined && found.version > (template?.version ?? 0) ? found : null
    },
    onDone: ({ name }) => {
      toast.success({ title: t('templates.saved', { name }) })
      void queries.invalidateQueries({ queryKey: [getTemplates.path] })
      onClose()
    },
  })
}

function Remove({
  template,
  onClose,
}: {
  readonly template: Template
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  const { id, name } = template
  const act = useAct<null, object>({
    send: () => api.call(deleteTemplate, { params: { id: String(id) } }),
    lookUp: async () => {
      const { content } = await api.call(getTemplates)
      return content.some((one) => one.id === id) ? null : {}
    },
    onDone: () => {
      toast.success({ title: t('templates.removed', { name }) })
      void queries.invalidateQueries({ queryKey: [getTemplates.path] })
      onClose()
    },
  })
  return (
    <ConfirmAct
      texts={{
        title: t('templates.removeTitle', { name }),
        text: t('templates.removeText'),
        button: t('templates.remove'),
        notDone: t('templates.notRemoved'),
      }}
      act={act}
      roles={deleteTemplate.roles}
      isFinal
      onConfirm={() => act.run(null)}
      onClose={onClose}
    />
  )
}
