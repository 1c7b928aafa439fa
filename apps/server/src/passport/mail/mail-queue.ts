import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { isDue } from '../../db/is-due.ts'
import type { Letter, Mail } from '../../mails/letter.ts'

/** Delivers one letter to a mail server. The id is the same for every attempt. */
export type DeliverMail = (letter: Letter, id: string) => Promise<void>

/** The mail server rejected a letter. The message contains neither its address nor its text. */
export class MailRefused extends Error {
  /** Whether a retry would fail as well. */
  readonly isFinal: boolean

  constructor(reason: string, isFinal: boolean) {
    super(`The mail server did not take a mail: ${reason}`)
    this.isFinal = isFinal
  }
}

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

/** A letter of this age is not tried again. */
export const GIVEN_UP_AFTER_MS = 24 * 3_600_000

/** Queues letters in the database, encrypted. `deliverNext` delivers them, so no call waits for a mail server. */
export function mailQueue(core: Core): Mail {
  return {
    async send(letter, once) {
      const now = core.clock()
      const sealedLetter = core.passwords.seal(letter.userId, JSON.stringify(letter))
      await (once?.tx ?? core.database.read)
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
 * Delivers the next letter that is due; returns whether there was one. A failed letter is retried after one minute, then
 * after twice the time before, at most one hour, and is deleted after a day.
 *
 * A process that is killed between delivering and deleting a letter sends it twice, with the same id.
 *
 * Refuses: `MailRefused`.
 */
export async function deliverNext(core: Core, deliverMail: DeliverMail): Promise<boolean> {
  const mail = await claimNext(core)
  if (mail === undefined) return false
  try {
    await deliverMail(decrypt(core, mail), mail.id)
  } catch (error) {
    const isFinal = error instanceof MailRefused && error.isFinal
    if (isFinal || (await isTooOld(core, mail))) await deleteMail(core, mail.id)
    throw error
  }
  await deleteMail(core, mail.id)
  return true
}

type Claimed = {
  readonly id: string
  readonly userId: number
  readonly sealedLetter: Buffer
  readonly createdAt: number
}

/** A clock that has jumped ahead makes no letter old. */
async function isTooOld(core: Core, { createdAt }: Claimed): Promise<boolean> {
  if (core.clock() - createdAt < GIVEN_UP_AFTER_MS) return false
  return (await core.trustedClock.problem(core.database.read)) === null
}

/**
 * Takes the next due letter and sets its next retry before delivering, so that no other process takes it meanwhile.
 *
 * `skip locked` gives concurrent processes different letters instead of letting them wait for the same one.
 */
async function claimNext({ database, clock }: Core): Promise<Claimed | undefined> {
  const now = clock()
  const { rows } = await sql<Claimed>`
    update passport.mails set
      tries = tries + 1,
      next_at = ${now}::bigint + least(${sql.lit(LONGEST_WAIT_MS)}::bigint,
        ${sql.lit(FIRST_WAIT_MS)}::bigint * power(2, least(20, tries))::bigint)
    where id = (
      select id from passport.mails where ${isDue('next_at', now, LONGEST_WAIT_MS)} order by next_at limit 1 for update skip locked)
    returning id, user_id, sealed_letter, created_at`.execute(database.read)
  return rows[0]
}

function decrypt({ passwords }: Core, { userId, sealedLetter }: Claimed): Letter {
  const text = passwords.open(userId, sealedLetter)
  if (text === null) throw new MailRefused('another key has sealed it', true)
  return JSON.parse(text)
}

async function deleteMail({ database }: Core, id: string): Promise<void> {
  await database.read.deleteFrom('passport.mails').where('id', '=', id).execute()
}
