import { dateShown, dateText, timeText } from '../../lib/formats.ts'
import { useLocale } from '../../lib/locale.ts'

/** The moment of an amount: relative while it is recent, and exact below. Source: requirements TRX-007, FMT-002. */
export function Moment({ at }: { readonly at: number }) {
  const shown = dateShown(at, Date.now(), useLocale())
  const day = dateText(at)
  const exact = `${day} ${timeText(at)} UTC`
  return (
    <time className="num" dateTime={new Date(at).toISOString()} title={exact}>
      {shown} <span className="cap">{shown === day ? `${timeText(at)} UTC` : exact}</span>
    </time>
  )
}
