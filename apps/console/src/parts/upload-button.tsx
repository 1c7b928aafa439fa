import { buttonClass } from '@partner-office/ui'

type UploadButtonProps = {
  readonly text: string
  /** Names the file that is asked for, for screen readers. */
  readonly label: string
  /** Kinds of files that the browser offers, as of the `accept` attribute. */
  readonly accept: string
  readonly isDisabled?: boolean
  readonly onFile: (file: File) => void
}

/** A button that asks for one file. */
export function UploadButton({
  text,
  label,
  accept,
  isDisabled = false,
  onFile,
}: UploadButtonProps) {
  return (
    <label className={buttonClass({ variant: 'secondary', size: 'sm' })} aria-disabled={isDisabled}>
      {text}
      <input
        type="file"
        className="visually-hidden"
        aria-label={label}
        accept={accept}
        disabled={isDisabled}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again.
          target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </label>
  )
}
