import { localText, secondText, utcText } from './instants.ts'

type InstantProps = {
  readonly at: number
  /** To the second. */
  readonly isExact?: boolean
}

/** An instant in UTC; the operator's own time is its tooltip. Source: decisions D-153. */
export function Instant({ at, isExact = false }: InstantProps) {
  return (
    <time className="digits" dateTime={new Date(at).toISOString()} title={localText(at)}>
      {isExact ? secondText(at) : utcText(at)}
    </time>
  )
}
