import { TextAreaField } from '../text-field.tsx'

/** The fewest characters of a reason, without the spaces around it. Source: console.md, APR-002 and APR-010. */
export const FEWEST_REASON = 10

/** Whether a reason is long enough to be sent. */
export const isReason = (text: string): boolean => text.trim().length >= FEWEST_REASON

type ReasonFieldProps = {
  label: string
  /** Who will read it, and how many characters are still missing. */
  hint: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  autoFocus?: boolean
}

/** The reason of an act. */
export function ReasonField({ onChange, ...field }: ReasonFieldProps) {
  return (
    <TextAreaField
      {...field}
      name="reason"
      rows={3}
      required
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
