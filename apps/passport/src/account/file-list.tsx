import { DOCUMENT_MEDIA_TYPES, MOST_DOCUMENT_FILES, TOO_LARGE_BYTES } from '@partner-office/domain'
import { Icon, IconButton } from '@partner-office/ui'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

type FileListProps = {
  readonly files: readonly File[]
  readonly onChange: (files: readonly File[]) => void
  readonly error: string | undefined
}

type Problem = 'files.tooMany' | 'files.tooLarge' | 'files.wrongType' | 'files.twice'

/** Says what is wrong with files that are added; null when they can be sent. The server checks the content. */
function problemOf(before: readonly File[], added: readonly File[]): Problem | null {
  const types: readonly string[] = DOCUMENT_MEDIA_TYPES
  if (added.some(({ type }) => !types.includes(type))) return 'files.wrongType'
  if (added.some(({ size }) => size >= TOO_LARGE_BYTES)) return 'files.tooLarge'
  const names = [...before, ...added].map(({ name }) => name.normalize('NFC').toLowerCase())
  if (new Set(names).size < names.length) return 'files.twice'
  return names.length > MOST_DOCUMENT_FILES ? 'files.tooMany' : null
}

/** A place for files, by choosing or by dropping, and the list of the chosen ones. */
export function FileList({ files, onChange, error }: FileListProps) {
  const { t } = useTranslation()
  const id = useId()
  const [problem, setProblem] = useState<Problem | null>(null)
  const add = (added: readonly File[]): void => {
    const found = problemOf(files, added)
    setProblem(found)
    if (found === null && added.length > 0) onChange([...files, ...added])
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    add([...event.dataTransfer.files])
  }
  const shown = problem === null ? error : t(problem, { count: MOST_DOCUMENT_FILES })
  return (
    <div className="field">
      <label className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <span className="in-row">
          <Icon name="plus" size={18} />
          <span>{t('files.drop')}</span>
        </span>
        <span className="hint">{t('files.accepted')}</span>
        <span className="hint">{t('files.notKept')}</span>
        <input
          type="file"
          className="visually-hidden"
          multiple
          accept={DOCUMENT_MEDIA_TYPES.join(',')}
          aria-invalid={shown !== undefined || undefined}
          aria-describedby={shown === undefined ? undefined : id}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </label>
      {shown !== undefined && <FileProblem id={id}>{shown}</FileProblem>}
      <ChosenFiles files={files} onChange={onChange} />
    </div>
  )
}

function FileProblem({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className="error">
      <Icon name="warning" size={16} />
      <span>{children}</span>
    </p>
  )
}

function ChosenFiles({ files, onChange }: Omit<FileListProps, 'error'>) {
  const { t } = useTranslation()
  if (files.length === 0) return null
  return (
    <ul className="stack gap-1" aria-label={t('files.chosen')}>
      {files.map((file) => (
        <li key={file.name} className="in-row gap-3">
          <Icon name="file" />
          <bdi className="grow ellipsis">{file.name}</bdi>
          <IconButton
            icon="close"
            size="sm"
            label={t('files.remove', { name: file.name })}
            onClick={() => onChange(files.filter((other) => other !== file))}
          />
        </li>
      ))}
    </ul>
  )
}
