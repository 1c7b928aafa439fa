import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Letter, Mail } from './mail.ts'

/** Hands one letter over to a mail server; the id stays the same however often it is tried. */
export type DeliverMail = (letter: Letter, id: string) => Promise<void>

/** The mail server did not take a letter; says why in words that hold neither address nor text of it. */
export class MailRefused extends Error {
  /** Trying again would be answered the same. */
  readonly isFinal: boolean

  constructor(reason: string, isFinal: boolean) {
    super(`The mail server did not take a mail: ${reason}`)
    this.isFinal = isFinal
  }
}

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

/** A letter older than this is not tried again. */
export const GIVEN_UP_AFTER_MS = 24 * 3_600_000

/** Letters are stored, sealed, and handed over by `deliverNext`: nobody waits for a mail server. */
export function mailQueue(core: Core): Mail {
  return {
    async send(letter) {
      const now = core.clock()
      const sealedLetter = core.passwords.seal(letter.userId, JSON.stringify(letter))
      await core.database.read
        .insertInto('passport.mails')
        .values({
          id: randomUUID(),
          userId: letter.userId,
          sealedLetter,
          createdAt: now,
          nextAt: now,
        })
        .execute()
    },
  }
}

/**
 * Hand over the letter whose turn it is; true when there was one. One that is not taken is tried again after a minute,
 * then after twice as long each time, at most an hour, and given up after a day.
 *
 * A process that is killed between handing over and forgetting sends the letter twice, under one id.
 *
 * Refuses: `MailRefused`.
 */
export async function deliverNext(core: Core, deliverMail: DeliverMail): Promise<boolean> {
  const mail = await claimNext(core)
  if (mail === undefined) return false
  try {
    await deliverMail(opened(core, mail), mail.id)
  } catch (error) {
    const isTooOld = core.clock() - mail.createdAt >= GIVEN_UP_AFTER_MS
    if (isTooOld || (error instanceof MailRefused && error.isFinal)) await forget(core, mail.id)
    throw error
  }
  await forget(core, mail.id)
  return true
}

type Claimed = {
  readonly id: string
  readonly userId: number
  readonly sealedLetter: Buffer
  readonly createdAt: number
}

/** Counted as tried before it is: another process leaves it alone meanwhile. */
async function claimNext({ database, clock }: Core): Promise<Claimed | undefined> {
  const now = clock()
  const { rows } = await sql<Claimed>`
    update passport.mails set
      tries = tries + 1,
      next_at = ${now}::bigint + least(${sql.lit(LONGEST_WAIT_MS)}::bigint,
        ${sql.lit(FIRST_WAIT_MS)}::bigint * power(2, least(20, tries))::bigint)
    where id = (
      select id from passport.mails where next_at <= ${now} order by next_at limit 1 for update skip locked)
    returning id, user_id, sealed_letter, created_at`.execute(database.read)
  return rows[0]
}

function opened({ passwords }: Core, { userId, sealedLetter }: Claimed): Letter {
  const text = passwords.open(userId, sealedLetter)
  if (text === null) throw new MailRefused('another key has sealed it', true)
  return JSON.parse(text)
}

async function forget({ database }: Core, id: string): Promise<void> {
  await database.read.deleteFrom('passport.mails').where('id', '=', id).execute()
}
