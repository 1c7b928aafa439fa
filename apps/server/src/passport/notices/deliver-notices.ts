import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { isDue } from '../../db/is-due.ts'
import { noticeLetter } from '../mail/letters.ts'
import type { Passport } from '../passport.ts'
import type { NoticeFacts, NoticeKind } from './notices.ts'

/** What the delivery of notices needs. */
export type NoticePost = Pick<Passport, 'core' | 'mail' | 'passportOrigin' | 'officeOrigin'> & {
  readonly business: Pick<Passport['business'], 'contactOf'>
}

type Due = {
  readonly id: number
  readonly userId: number
  readonly address: string
  readonly kind: NoticeKind
  readonly facts: NoticeFacts
  readonly createdAt: number
}

const RETRY_MS = 60_000

/**
 * Hands the next notice that is due to the mail; returns whether there was one. A notice that fails is tried again after a
 * minute. A process that is killed between the two steps sends the mail twice.
 */
export async function deliverNotice(post: NoticePost): Promise<boolean> {
  const due = await claimNext(post.core)
  if (due === undefined) return false
  const { language } = await post.business.contactOf(due.userId)
  await post.mail.send(noticeLetter(post, { ...due, language }))
  await post.core.database.read.deleteFrom('passport.notices').where('id', '=', due.id).execute()
  return true
}

/** Sets the next retry before delivering, so that no other process takes the notice meanwhile. */
async function claimNext({ database, clock }: Core): Promise<Due | undefined> {
  const now = clock()
  const { rows } = await sql<Due>`
    update passport.notices set tries = tries + 1, next_at = ${now + RETRY_MS}
    where id = (
      select id from passport.notices where ${isDue('next_at', now, RETRY_MS)} order by next_at, id limit 1 for update skip locked)
    returning id, user_id, address, kind, facts, created_at`.execute(database.read)
  return rows[0]
}
