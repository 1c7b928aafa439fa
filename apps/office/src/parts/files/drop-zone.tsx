import { Icon, type IconName } from '@partner-office/ui'
import { useId, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'

import './files.css'

type DropZoneProps = {
  /** Names the control for screen readers. */
  readonly label: string
  readonly text: string
  readonly hint: string
  readonly icon: IconName
  /** Kinds of files that the browser offers, as of the `accept` attribute. */
  readonly accept: string
  readonly isMultiple?: boolean
  /** Id of the message that says what is wrong with the files. */
  readonly errorId?: string | undefined
  readonly onFiles: (files: readonly File[]) => void
}

/** An area that takes files: dropped on it, or chosen with a click or the keyboard. */
export function DropZone({
  label,
  text,
  hint,
  icon,
  accept,
  isMultiple = false,
  errorId,
  onFiles,
}: DropZoneProps) {
  const { t } = useTranslation()
  const hintId = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onFiles([...event.dataTransfer.files])
  }
  return (
    <label className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <input
        type="file"
        className="visually-hidden"
        aria-label={label}
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId === undefined ? hintId : `${errorId} ${hintId}`}
        accept={accept}
        multiple={isMultiple}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again after it was removed.
          target.value = ''
        }}
      />
      <Icon name={icon} size={24} />
      <span>
        {text} <span className="link">{t('files.choose')}</span>
      </span>
      <span className="hint" id={hintId}>
        {hint}
      </span>
    </label>
  )
}
