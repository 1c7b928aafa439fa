import type {
  CallInput,
  CallReply,
  ConsolePost,
  getConsoleNews,
  postConsoleNews,
  postNewsPreview,
} from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { type Selectable, sql } from 'kysely'

import { addPost, changePost, deletePost } from '../../business/news/add-posts.ts'
import { postHtml } from '../../business/news/news-feed.ts'
import { checkedPost, postProblems } from '../../business/news/news-post.ts'
import { valuesVersion } from '../../business/partners/values-version.ts'
import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { numbersOf, partOf } from '../../db/page.ts'
import type { Schema } from '../../db/schema.ts'
import { within } from '../within.ts'

type Stored = Selectable<Schema['newsPosts']>
type Written = CallInput<typeof postConsoleNews>['body']
type Wanted = CallInput<typeof getConsoleNews>['query']

const PAGE = 50

/** Posts, the newest first. Source: requirements CNF-007. */
export async function listPosts(
  { database, clock }: Core,
  { language, state, cursor }: Wanted,
  limit = PAGE,
): Promise<CallReply<typeof getConsoleNews>> {
  const now = clock()
  const before = numbersOf(cursor)
  const rows = await database.read
    .selectFrom('newsPosts')
    .selectAll()
    .$if(language !== undefined, (query) => query.where('language', '=', language!))
    .$if(state === 'planned', (query) => query.where('publishedAt', '>', now))
    .$if(state === 'published', (query) => query.where('publishedAt', '<=', now))
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`(published_at, id) < (${sql.join(before!)})`),
    )
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const part = partOf(rows, limit, (last) => `${last.publishedAt}-${last.id}`)
  return { ...part, content: part.content.map((post) => asPost(post, now)) }
}

const asPost = ({ addedAt: _addedAt, ...post }: Stored, now: number): ConsolePost => ({
  ...post,
  state: post.publishedAt > now ? 'planned' : 'published',
  version: versionOf(post),
})

const versionOf = ({
  language,
  title,
  category,
  publishedAt,
  figure,
  content,
}: Omit<Stored, 'addedAt'>): string =>
  valuesVersion([language, title, category, String(publishedAt), figure, content])

/** One post. Refuses: `not_found`. */
async function postOf(db: Db, id: number): Promise<Stored> {
  const post = await db.selectFrom('newsPosts').selectAll().where('id', '=', id).executeTakeFirst()
  if (post === undefined) throw new Refusal('not_found')
  return post
}

/** Adds a post. Refuses: `validation_error`, naming every wrong field. */
export async function addNews(core: Core, written: Written): Promise<ConsolePost> {
  const id = await addPost(core, checkedPost(written))
  return asPost(await postOf(core.database.read, id), core.clock())
}

/** A post that the caller saw in a version. */
type Seen = { readonly id: number; readonly version: string }

/** Changes a post. Refuses: `validation_error`; `not_found`; `changed_meanwhile`. */
export async function changeNews(core: Core, seen: Seen, written: Written): Promise<ConsolePost> {
  const post = checkedPost(written)
  await core.database.transaction(async (tx) => {
    await requireVersion(tx, seen)
    await changePost(within(core, tx), seen.id, post)
  })
  return asPost(await postOf(core.database.read, seen.id), core.clock())
}

/** Deletes a post. Refuses: `not_found`; `changed_meanwhile`. */
export async function deleteNews(core: Core, seen: Seen): Promise<void> {
  await core.database.transaction(async (tx) => {
    await requireVersion(tx, seen)
    await deletePost(within(core, tx), seen.id)
  })
}

async function requireVersion(tx: Tx, { id, version }: Seen): Promise<void> {
  await tx.selectFrom('newsPosts').select('id').where('id', '=', id).forUpdate().execute()
  if (versionOf(await postOf(tx, id)) !== version) throw new Refusal('changed_meanwhile')
}

/** A post as pages of the office show it, and what is wrong with it. */
export const previewOf = (written: Written, office: string): CallReply<typeof postNewsPreview> => ({
  html: postHtml(written.content.slice(0, MOST_SHOWN), office),
  problems: postProblems(written),
})

/** A longer text is a problem; what is shown of it need not be all. */
const MOST_SHOWN = 20_000
