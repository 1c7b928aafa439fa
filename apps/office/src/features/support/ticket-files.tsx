import {
  fileNameShown,
  TICKET_FILE_ENDS,
  TICKET_MOST_FILES,
  type TicketFileProblem,
  ticketFileProblem,
} from '@partner-office/domain'
import { Icon, IconButton, Note } from '@partner-office/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../lib/formats/locale.ts'
import { DropZone } from '../../parts/files/drop-zone.tsx'
import { sizeText } from './size-text.ts'

type TicketFilesProps = {
  readonly files: readonly File[]
  /** Whether the server could not use one of them; it does not say which. */
  readonly isRefused: boolean
  readonly onChange: (files: readonly File[]) => void
}

type Refused = { readonly name: string; readonly problem: TicketFileProblem }

const ACCEPT = Object.values(TICKET_FILE_ENDS)
  .flat()
  .map((end) => `.${end}`)
  .join(',')

/** The files of a ticket; one that the server would refuse is not taken. Source: requirements SUP-010 to SUP-013. */
export function TicketFiles({ files, isRefused, onChange }: TicketFilesProps) {
  const { t } = useTranslation()
  const errorId = useId()
  const { refused, add } = useAddFiles(files, onChange)
  return (
    <div className="stack gap-1">
      <span className="label">{t('support.files')}</span>
      <DropZone
        label={t('support.filesLabel')}
        text={t('support.drop')}
        hint={t('support.limits')}
        icon="upload"
        accept={ACCEPT}
        isMultiple
        errorId={isRefused ? errorId : undefined}
        onFiles={add}
      />
      {refused.map(({ name, problem }) => (
        <Note key={name} tone="red" live>
          {t(`support.wrong.${problem}`, { name })}
        </Note>
      ))}
      {isRefused && (
        <Note tone="red" live>
          <span id={errorId}>{t('support.wrong.unusable')}</span>
        </Note>
      )}
      <FileList files={files} onRemove={(file) => onChange(files.filter((one) => one !== file))} />
      <p className="caption digits">
        {t('support.fileCount', { count: files.length, most: TICKET_MOST_FILES })}
      </p>
    </div>
  )
}

/** Adds files that the server would take, and keeps the others with the reason. */
function useAddFiles(files: readonly File[], onChange: (files: readonly File[]) => void) {
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const add = (chosen: readonly File[]) => {
    const taken = [...files]
    const others: Refused[] = []
    for (const file of chosen) {
      const problem = ticketFileProblem(file, taken)
      if (problem === null) taken.push(file)
      else others.push({ name: fileNameShown(file.name), problem })
    }
    setRefused(others)
    if (taken.length > files.length) onChange(taken)
  }
  return { refused, add }
}

type ListProps = { readonly files: readonly File[]; readonly onRemove: (file: File) => void }

function FileList({ files, onRemove }: ListProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <ul aria-label={t('support.files')}>
      {files.map((file) => {
        const name = fileNameShown(file.name)
        return (
          <li key={name} className="in-row ticket-file">
            <Icon name="file" size={18} />
            <span className="grow">
              <bdi className="medium-weight block ellipsis">{name}</bdi>
              <span className="caption digits">{sizeText(file.size, locale)}</span>
            </span>
            <IconButton
              icon="close"
              size="sm"
              label={t('support.remove', { name })}
              onClick={() => onRemove(file)}
            />
          </li>
        )
      })}
    </ul>
  )
}
