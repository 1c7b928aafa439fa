import { localText, utcText } from './instants.ts'

/** An instant in UTC; the operator's own time is its tooltip. Source: decisions D-153. */
export function Instant({ at }: { readonly at: number }) {
  return (
    <time className="digits" dateTime={new Date(at).toISOString()} title={localText(at)}>
      {utcText(at)}
    </time>
  )
}
