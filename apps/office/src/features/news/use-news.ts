import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'

import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { useProfile } from '../../lib/session/profile.ts'
import { userQuery } from '../../parts/programmes/programme-query.ts'
import { feedLanguage } from './feed-language.ts'
import { type FeedItem, newsFor, type NewsItem } from './news-item.ts'
import { newsQuery } from './news-query.ts'
import { localDay, ReadNews } from './read-news.ts'

/** The news of a page, and what the partner has read of them. */
export type News = {
  readonly query: UseQueryResult<readonly FeedItem[]>
  readonly items: readonly NewsItem[]
  readonly unread: number
  readonly markRead: (links: readonly string[]) => void
  /** Whether the popup is due: there are unread news, and it was not closed today. Source: decisions D-109, D-131. */
  readonly isPopupDue: boolean
  readonly closePopup: () => void
}

/** Reads the news in the language of the page. */
export function useNews(): News {
  const { api, config } = useOffice()
  const locale = useLocale()
  const { id: partnerId } = useProfile()
  const { product } = config
  const kept = useMemo(
    () => new ReadNews({ product, partnerId, locale }),
    [product, partnerId, locale],
  )
  const { links, closedOn } = useSyncExternalStore(kept.subscribe, kept.read)
  const language = feedLanguage(locale, config.property('newsLanguages'))
  const query = useQuery(newsQuery(config.hosts.domainBlog, language))
  // Nothing is new before the date of the registration is known.
  const registeredAt = useQuery(userQuery(api)).data?.registeredAt ?? Number.POSITIVE_INFINITY
  const items = newsFor(query.data ?? [], new Set(links), registeredAt)
  const unread = items.filter(({ isNew }) => isNew).length
  return {
    query,
    items,
    unread,
    markRead: (read) => kept.markRead(read),
    isPopupDue: config.isOn('newsfeedPopup') && unread > 0 && closedOn !== localDay(Date.now()),
    closePopup: () => kept.close(Date.now()),
  }
}
