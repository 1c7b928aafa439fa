import { Refusal } from '@partner-office/domain'
import { ALL_LANGUAGES } from '@partner-office/locales'
import { PRODUCT_NAME } from '@partner-office/locales/mail'
import { marked } from 'marked'

import type { Core } from '../../core/core.ts'
import { defaultDomains, type Origins } from '../settings/frontend-config.ts'
import { recentSettings } from '../settings/read-settings.ts'
import { cleanHtml } from './clean-html.ts'
import type { ExternalFeeds } from './external-feeds.ts'
import { type FeedItem, MOST_ITEMS } from './feed-item.ts'
import { rssText } from './write-rss.ts'

/**
 * The news of a language as RSS 2.0: the posts of the operators, or the feed that `newsFeedUrl` names.
 *
 * Refuses: `not_found`, for a language that the product does not have; the error of a foreign feed that cannot be read.
 * Source: api.md section 6; decisions D-108; docs/decisions/0010-news.md.
 */
export async function newsFeed(
  core: Core,
  origins: Origins,
  feeds: ExternalFeeds,
  language: string,
): Promise<string> {
  if (!ALL_LANGUAGES.some((known) => known === language)) throw new Refusal('not_found')
  const { newsFeedUrl, domainCdn } = await recentSettings(core.database)
  const items =
    newsFeedUrl === ''
      ? await ownItems(core, origins, domainCdn, language)
      : await feeds.read(newsFeedUrl.replaceAll('{lang}', language))
  return rssText({ title: PRODUCT_NAME, link: `${origins.office}/${language}`, language }, items)
}

/** A post's Markdown as pages show it. */
export const postHtml = (content: string, office: string): string =>
  cleanHtml(marked.parse(content, { async: false }), office)

function ownItems(
  { database, clock }: Core,
  origins: Origins,
  domainCdn: string,
  language: string,
): Promise<FeedItem[]> {
  const cdn = domainCdn || defaultDomains(origins).domainCdn
  return database.recent.read(`news ${language}`, async () => {
    const posts = await database.read
      .selectFrom('newsPosts')
      .selectAll()
      .where('language', '=', language)
      .where('publishedAt', '<=', clock())
      .orderBy('publishedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_ITEMS)
      .execute()
    return posts.map(({ id, title, category, publishedAt, figure, content }) => ({
      link: `${origins.office}/${language}/dashboard?news=${id}`,
      title,
      publishedAt,
      category,
      content: postHtml(content, origins.office),
      figure: figure === '' ? '' : `${cdn}/${language}/${figure}`,
    }))
  })
}
