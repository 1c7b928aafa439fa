import { useLocale } from '../../lib/formats/locale.ts'
import { dateShown } from '../../lib/formats/formats.ts'
import type { NewsItem } from './news-item.ts'

/** Category and date of an item. */
export function NewsMeta({ item: { category, date } }: { readonly item: NewsItem }) {
  const locale = useLocale()
  const day = date === null ? '' : dateShown(date, Date.now(), locale)
  return (
    <span className="meta">
      <bdi>{category}</bdi>
      {category !== '' && day !== '' && ' · '}
      {date !== null && <time dateTime={new Date(date).toISOString()}>{day}</time>}
    </span>
  )
}
