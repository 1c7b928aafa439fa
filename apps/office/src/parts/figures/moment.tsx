import { dateShown, dateText, timeText } from '../../lib/formats/formats.ts'
import { useLocale } from '../../lib/formats/locale.ts'

/** The moment of an amount: relative while it is recent, and exact below. Source: requirements TRX-007, FMT-002. */
export function Moment({ at }: { readonly at: number }) {
  const shown = dateShown(at, Date.now(), useLocale())
  const day = dateText(at)
  const time = `${timeText(at)} UTC`
  const exact = `${day} ${time}`
  const isDay = shown === day
  return (
    <time
      className={isDay ? 'digits' : 'digits words'}
      dateTime={new Date(at).toISOString()}
      title={exact}
    >
      {shown}{' '}
      <bdi className="caption" dir="ltr">
        {isDay ? time : exact}
      </bdi>
    </time>
  )
}
