import type { OFFICE } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Core } from '../../core/core.ts'
import { unavailable } from '../../http/call-refused.ts'
import type { Handlers } from '../../input/handlers.ts'
import type { Origins } from '../settings/frontend-config.ts'
import { ExternalFeeds } from '../news/external-feeds.ts'
import { newsFeed } from '../news/news-feed.ts'

/** The news feeds; any origin may read them. Source: api.md section 6. */
export function newsCalls(
  app: FastifyInstance,
  core: Core,
  origins: Origins,
): Handlers<typeof OFFICE.news, FastifyReply> {
  const feeds = new ExternalFeeds(core, (error) =>
    app.log.warn({ err: error }, 'the news feed could not be read'),
  )
  return {
    getNewsFeed: async ({ params }, reply) => {
      const text = await newsFeed(core, origins, feeds, params.language).catch((error) => {
        throw error instanceof Refusal ? error : unavailable('news_feed')
      })
      void reply
        .type('application/rss+xml; charset=utf-8')
        .header('access-control-allow-origin', '*')
      return text
    },
  }
}
