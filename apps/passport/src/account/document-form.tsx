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
import { FileList } from './file-list.tsx'
import { QUERY } from './queries.ts'
import { SaveButton } from './save-button.tsx'

/** Sends in one document: its facts, and its files. What was typed stays when the service refuses it. */
export function DocumentForm({ document }: { document: Verification }) {
  const { t } = useTranslation()
  const { documentType } = document
  const [files, setFiles] = useState<readonly File[]>([])
  const { form, sent } = useDocument(document, files)
  const change = (chosen: readonly File[]): void => {
    form.changed('files')
    setFiles(chosen)
  }
  const [code] = form.codesOf('files')
  const filesError =
    code === undefined ? undefined : t(code === 'required' ? 'files.required' : 'files.unusable')
  return (
    <CardForm form={form} buttons={<SaveButton form={form}>{t('document.send')}</SaveButton>}>
      <div className="two">
        {FIELDS_OF_DOCUMENT[documentType].map((field) => (
          <FactField key={field} field={field} form={form} document={document} />
        ))}
      </div>
      {needsFiles(documentType) && <FileList files={files} onChange={change} error={filesError} />}
      {files.length > 0 && <UploadProgress sent={sent} />}
    </CardForm>
  )
}

function useDocument(
  { documentType }: Verification,
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
      await during((onSent) =>
        api.call('passport', postVerification, { params, form: body, onSent }),
      )
      await queries.invalidateQueries({ queryKey: QUERY.verifications })
    },
  })
  return { form, sent }
}

const AUTOCOMPLETE = {
  name: 'given-name',
  surname: 'family-name',
  address1: 'street-address',
  city: 'address-level2',
  zip: 'postal-code',
  phone: 'tel',
} as const

type FactFieldProps = {
  readonly field: DocumentField
  readonly form: Form
  readonly document: Verification
}

function FactField({ field, form, document: { documentType, fields } }: FactFieldProps) {
  const { t } = useTranslation()
  if (field === 'country') return <CountryField form={form} size="md" />
  const isCompany = documentType === 'COMPANY' && field === 'name'
  return (
    <TextField
      label={t(isCompany ? 'document.companyName' : `document.field.${field}`)}
      name={field}
      autoComplete={isCompany ? 'organization' : AUTOCOMPLETE[field]}
      defaultValue={fields[field]?.value ?? ''}
      required
      error={form.errorOf(field)}
    />
  )
}
