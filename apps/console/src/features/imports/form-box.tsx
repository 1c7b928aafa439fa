import {
  getImport,
  getImportMappings,
  type Import,
  IMPORT_FIELDS,
  ImportDates,
  ImportDecimal,
  ImportEncoding,
  type ImportField,
  importFields,
  type ImportForm,
  ImportSeparator,
  postImportMapping,
  putImportForm,
} from '@partner-office/contracts'
import { Button, Note, SelectField, TextField, useToast } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'

type FileProps = { readonly file: Import }

/** What was recognised of a file, and how the operator changes it. Source: requirements ORC-007 to ORC-009, ORC-012. */
export function FormBox({ file }: FileProps) {
  const { t } = useTranslation()
  const [form, setForm] = useState(file.form)
  const act = useSave(file)
  const needsRole = useNeedsRole(putImportForm.roles)
  const isChanged = JSON.stringify(form) !== JSON.stringify(file.form)
  const change = (changes: Partial<ImportForm>) => setForm({ ...form, ...changes })
  return (
    <Box title={t('imports.form')} foot={<SaveMapping file={file} isChanged={isChanged} />}>
      <form
        className="stack gap-4"
        aria-label={t('imports.form')}
        onSubmit={(event) => {
          event.preventDefault()
          act.run(form)
        }}
      >
        <ReadingFields form={form} onChange={change} />
        <h3 className="box-title">{t('imports.columns')}</h3>
        <ColumnFields file={file} form={form} onChange={change} />
        {form.dates === null && <Note tone="orange">{t('imports.chooseDates')}</Note>}
        <ActNote act={act} notDone={t('imports.notSaved')} roles={putImportForm.roles} />
        <div className="decision">
          <Button
            type="submit"
            busy={act.isBusy}
            disabledReason={needsRole ?? (isChanged ? undefined : t('imports.unchanged'))}
          >
            {t('imports.apply')}
          </Button>
        </div>
      </form>
    </Box>
  )
}

function useSave({ id, version }: Import) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  const params = { id: String(id) }
  return useAct<ImportForm, true>({
    send: async (form) => {
      await api.call(putImportForm, { params, body: { form, version } })
      return true
    },
    lookUp: async (form) => {
      const now = await api.call(getImport, { params })
      return JSON.stringify(now.form) === JSON.stringify(form) ? true : null
    },
    onDone: () => {
      // What is typed before the page has the changed file would be lost.
      void queries
        .invalidateQueries({ queryKey: [getImport.path] })
        .then(() => toast.success({ title: t('imports.saved') }))
    },
  })
}

type FieldsProps = {
  readonly form: ImportForm
  readonly onChange: (changes: Partial<ImportForm>) => void
}

function ReadingFields({ form, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { encoding, separator, decimal, dates, source } = form
  return (
    <div className="import-fields">
      <SelectField
        label={t('imports.encoding')}
        value={encoding}
        onChange={({ target }) => onChange({ encoding: ImportEncoding.parse(target.value) })}
      >
        {options(ImportEncoding.options, (one) => t(`imports.encodings.${one}`))}
      </SelectField>
      <SelectField
        label={t('imports.separator')}
        value={separator}
        onChange={({ target }) => onChange({ separator: ImportSeparator.parse(target.value) })}
      >
        {options(ImportSeparator.options, (one) => t(`imports.separators.${SEPARATORS[one]}`))}
      </SelectField>
      <SelectField
        label={t('imports.decimal')}
        value={decimal}
        onChange={({ target }) => onChange({ decimal: ImportDecimal.parse(target.value) })}
      >
        {options(ImportDecimal.options, (one) => t(`imports.decimals.${one}`))}
      </SelectField>
      <SelectField
        label={t('imports.dates')}
        hint={t('imports.datesHint')}
        value={dates ?? ''}
        onChange={({ target }) =>
          onChange({ dates: target.value === '' ? null : ImportDates.parse(target.value) })
        }
      >
        <option value="">{t('imports.choose')}</option>
        {options(ImportDates.options, (one) => t(`imports.dateForms.${one}`))}
      </SelectField>
      <TextField
        label={t('imports.source')}
        hint={t('imports.sourceHint')}
        value={source ?? ''}
        maxLength={64}
        onChange={({ target }) => onChange({ source: target.value === '' ? null : target.value })}
      />
    </div>
  )
}

const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

const options = <Value extends string>(
  values: readonly Value[],
  textOf: (value: Value) => string,
): ReactNode =>
  values.map((value) => (
    <option key={value} value={value}>
      {textOf(value)}
    </option>
  ))

function ColumnFields({ file, form, onChange }: FieldsProps & FileProps) {
  const { t } = useTranslation()
  const { kind, header, proposed } = file
  const required: readonly string[] = IMPORT_FIELDS[kind].required
  const hintOf = (field: ImportField): string | undefined => {
    const column = form.columns[field]
    if (column === undefined) return required.includes(field) ? t('imports.needed') : undefined
    const one = proposed.find((each) => each.field === field && each.column === column)
    return one?.isCertain === false ? t('imports.uncertain') : undefined
  }
  const choose = (field: ImportField, value: string) => {
    const { [field]: _before, ...others } = form.columns
    onChange({ columns: value === '' ? others : { ...others, [field]: Number(value) } })
  }
  return (
    <div className="import-fields">
      {importFields(kind).map((field) => (
        <SelectField
          key={field}
          label={t(`imports.fields.${field}`)}
          hint={hintOf(field)}
          value={form.columns[field] ?? ''}
          onChange={({ target }) => choose(field, target.value)}
        >
          <option value="">{t('imports.noColumn')}</option>
          {header.map((name, at) => (
            <option key={`${at} ${name}`} value={at}>
              {name === '' ? t('imports.unnamed', { number: at + 1 }) : name}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  )
}

type SaveMappingProps = FileProps & { readonly isChanged: boolean }

function SaveMapping({ file: { id }, isChanged }: SaveMappingProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState('')
  const needsRole = useNeedsRole(postImportMapping.roles)
  const act = useAct<string, number>({
    send: async (saved) =>
      (await api.call(postImportMapping, { body: { importId: id, name: saved } })).id,
    lookUp: async (saved) => {
      const { content } = await api.call(getImportMappings)
      return content.find((one) => one.name === saved)?.id ?? null
    },
    onDone: () => {
      toast.success({ title: t('imports.mappingSaved') })
      void queries.invalidateQueries({ queryKey: [getImportMappings.path] })
    },
  })
  const reason = isChanged ? t('imports.applyFirst') : undefined
  return (
    <form
      className="stack gap-3"
      aria-label={t('imports.saveMapping')}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') act.run(name.trim())
      }}
    >
      <TextField
        label={t('imports.mappingName')}
        hint={t('imports.mappingHint')}
        value={name}
        maxLength={100}
        onChange={({ target }) => setName(target.value)}
      />
      <ActNote act={act} notDone={t('imports.mappingNotSaved')} roles={postImportMapping.roles} />
      <div className="decision">
        <Button
          type="submit"
          busy={act.isBusy}
          disabledReason={
            needsRole ?? reason ?? (name.trim() === '' ? t('imports.nameFirst') : undefined)
          }
        >
          {t('imports.saveMapping')}
        </Button>
      </div>
    </form>
  )
}
