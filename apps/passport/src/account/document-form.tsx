import { postVerification, type Verification } from '@partner-office/contracts'
import {
  checkDocument,
  type DocumentField,
  FIELDS_OF_DOCUMENT,
  needsFiles,
} from '@partner-office/domain'
import { TextField } from '@partner-office/ui'
import { type Form, type Sent, UploadProgress, useForm, useSent } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { CountryField } from '../registration/country-field.tsx'
import { CardForm } from './card-form.tsx'
import type { DocumentDraft } from './document-draft.ts'
import { FileList } from './file-list.tsx'
import { QUERY } from './queries.ts'
import { SaveButton } from './save-button.tsx'

type DocumentFormProps = {
  readonly document: Verification
  readonly draft: DocumentDraft
  readonly onSent: () => void
}

/** Sends in one document: its facts, and its files. What was typed stays until it is sent. */
export function DocumentForm(props: DocumentFormProps) {
  const { t } = useTranslation()
  const { document, draft } = props
  const { documentType } = document
  const [files, setFiles] = useState<readonly File[]>([])
  const { form, sent } = useDocument(props, files)
  const change = (chosen: readonly File[]): void => {
    form.changed('files')
    setFiles(chosen)
  }
  const [code] = form.codesOf('files')
  const filesError =
    code === undefined ? undefined : t(code === 'required' ? 'files.required' : 'files.unusable')
  return (
    <CardForm form={form} buttons={<SaveButton form={form}>{t('document.send')}</SaveButton>}>
      <div className="two-columns">
        {FIELDS_OF_DOCUMENT[documentType].map((field) => (
          <FactField key={field} field={field} form={form} document={document} draft={draft} />
        ))}
      </div>
      {needsFiles(documentType) && <FileList files={files} onChange={change} error={filesError} />}
      {files.length > 0 && <UploadProgress sent={sent} />}
    </CardForm>
  )
}

function useDocument(
  { document: { documentType }, draft, onSent }: DocumentFormProps,
  files: readonly File[],
): { readonly form: Form; readonly sent: Sent } {
  const { api } = usePassport()
  const queries = useQueryClient()
  const { sent, during } = useSent()
  const form = useForm({
    fields: [],
    apart: [...FIELDS_OF_DOCUMENT[documentType], 'files'],
    send: async (fields) => {
      checkDocument(documentType, { fields, files: files.length })
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      for (const file of files) body.append('files', file)
      const params = { documentType }
      const inReview = await during((onProgress) =>
        api.call('passport', postVerification, { params, form: body, onSent: onProgress }),
      )
      queries.setQueryData<readonly Verification[]>(QUERY.verifications, (documents) =>
        documents?.map((each) => (each.documentType === documentType ? inReview : each)),
      )
      draft.forget()
      onSent()
    },
  })
  return { form, sent }
}

const AUTOCOMPLETE = {
  name: 'given-name',
  surname: 'family-name',
  address1: 'address-line1',
  city: 'address-level2',
  zip: 'postal-code',
  phone: 'tel',
} as const

type FactFieldProps = Pick<DocumentFormProps, 'document' | 'draft'> & {
  readonly field: DocumentField
  readonly form: Form
}

function FactField({ field, form, document, draft }: FactFieldProps) {
  const { t } = useTranslation()
  const { documentType, fields } = document
  const text = draft.textOf(field, fields)
  const keep = (changed: string) => draft.keep(field, changed)
  if (field === 'country') {
    return <CountryField form={form} size="md" country={text} onChange={keep} />
  }
  const isCompany = documentType === 'COMPANY' && field === 'name'
  return (
    <TextField
      label={t(isCompany ? 'document.companyName' : `document.field.${field}`)}
      {...form.field(field)}
      type={field === 'phone' ? 'tel' : 'text'}
      autoComplete={isCompany ? 'organization' : AUTOCOMPLETE[field]}
      value={text}
      onChange={({ currentTarget }) => keep(currentTarget.value)}
      required
    />
  )
}
