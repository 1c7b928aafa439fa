import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { InvalidInput } from '../../input/invalid-input.ts'
import { checkedPost, type NewsPost, postProblems, type WrittenPost } from './news-post.ts'

/** Adds a post; it appears in the feed of its language at its date. */
export async function addPost({ database, clock }: Core, post: NewsPost): Promise<number> {
  const addedAt = clock()
  const { id } = await database.transaction((tx) =>
    tx
      .insertInto('newsPosts')
      .values({ ...post, addedAt })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** Changes a post; its id, which links name, stays. Refuses: `not_found`. */
export async function changePost({ database }: Core, id: number, post: NewsPost): Promise<void> {
  const changed = await database.transaction((tx) =>
    tx.updateTable('newsPosts').set(post).where('id', '=', id).returning('id').executeTakeFirst(),
  )
  if (changed === undefined) throw new Refusal('not_found')
}

/** Deletes a post. Refuses: `not_found`. */
export async function deletePost({ database }: Core, id: number): Promise<void> {
  const deleted = await database.transaction((tx) =>
    tx.deleteFrom('newsPosts').where('id', '=', id).returning('id').executeTakeFirst(),
  )
  if (deleted === undefined) throw new Refusal('not_found')
}

/**
 * Replaces all posts by a list.
 *
 * Refuses: `validation_error`, naming every wrong field; nothing changes then.
 * Source: api.md section 7.
 */
export async function replacePosts(
  { database, clock }: Core,
  written: readonly WrittenPost[],
): Promise<void> {
  InvalidInput.refuseAny(written.flatMap((post, at) => postProblems(post, `[${at}].`)))
  const addedAt = clock()
  const rows = written.map((post) => ({ ...checkedPost(post), addedAt }))
  await database.transaction(async (tx) => {
    await tx.deleteFrom('newsPosts').execute()
    if (rows.length > 0) await tx.insertInto('newsPosts').values(rows).execute()
  })
}
