import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { createRegisteredAccount } from '../../passport/accounts/accounts.ts'
import type { Core } from '../../core/core.ts'
import { betweenSlices } from '../facts/with-fact-log.ts'
import { readSetting } from '../settings/read-settings.ts'
import { ownerOfCode } from './invite-codes.ts'

/** A registration; the caller has validated the fields. */
export type NewPartner = {
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly countryId: string
  readonly language: string
  /** Invite code of the sponsor, as it was written; null: none. */
  readonly referral: string | null
}

/**
 * Stores a registration, below the sponsor of the invite code, with its account. It is no partner and no fact before its
 * e-mail address is confirmed (`enrollPartner`). Returns the id of the account, which the partner keeps. `alongside` writes
 * what belongs to the same commit, such as the token that confirms the address.
 *
 * Refuses: `not_found` for an unknown code, or one of a blocked or erased partner; `not_unique` for the e-mail.
 * Source: decisions D-081.
 */
export async function registerPartner(
  core: Core,
  partner: NewPartner,
  alongside: (tx: Tx, userId: number) => Promise<void> = async () => {},
): Promise<number> {
  // The lock of the fact log: no other transaction draws an id meanwhile.
  return betweenSlices(core, async (tx) => {
    const { email, firstName, lastName, countryId, language: uiLanguage } = partner
    await requireNewEmail(tx, email)
    const sponsorId =
      partner.referral === null ? await defaultSponsor(tx) : await inviter(tx, partner.referral)
    const userId = await nextId(tx)
    const account = { userId, email, passwordHash: partner.passwordHash }
    await createRegisteredAccount(tx, account, core.clock())
    await tx
      .insertInto('registrations')
      .values({ userId, sponsorId, firstName, lastName, countryId, uiLanguage })
      .execute()
    await alongside(tx, userId)
    return userId
  })
}

async function requireNewEmail(tx: Tx, email: string): Promise<void> {
  const known = await tx
    .selectFrom('partners')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  if (known !== undefined) throw new Refusal('not_unique', { field: 'email' })
}

async function inviter(tx: Tx, inviteCode: string): Promise<number> {
  const id = await ownerOfCode(tx, inviteCode)
  const sponsor = await tx
    .selectFrom('partners as p')
    .leftJoin('partnerBlocks as b', 'b.partnerId', 'p.id')
    .select(['p.id', 'p.erasedAt', 'b.blocked'])
    .where('p.id', '=', id)
    .orderBy('b.fact', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (sponsor === undefined || sponsor.erasedAt !== null || sponsor.blocked === true) {
    throw new Refusal('not_found', { field: 'referral' })
  }
  return sponsor.id
}

/** An unknown partner in the setting would leave the registrant without a sponsor forever. */
async function defaultSponsor(tx: Tx): Promise<number | null> {
  const id = await readSetting(tx, 'defaultSponsor')
  if (id === '') return null
  const sponsor = await tx
    .selectFrom('partners')
    .select('id')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow(() => new Error(`The setting defaultSponsor names nobody: ${id}`))
  return sponsor.id
}

/** Behind every partner and every registration, erased ones included. */
async function nextId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select greatest((select max(id) from partners), (select max(user_id) from passport.accounts), 0) as last`.execute(
    tx,
  )
  return rows[0]!.last + 1
}
