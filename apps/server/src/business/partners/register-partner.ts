import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { createRegisteredAccount } from '../../passport/accounts/accounts.ts'
import type { Core } from '../../core/core.ts'
import { withFactLog } from '../facts/with-fact-log.ts'
import { readSetting } from '../settings/read-settings.ts'

/** A new partner; the caller has validated the fields. */
export type NewPartner = {
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly countryId: string
  readonly language: string
  /** Invite code of the sponsor; null: none. */
  readonly referral: string | null
}

type Sponsor = { readonly id: number; readonly depth: number }

/**
 * Take up a partner who registers, below the sponsor the invite code belongs to; a fact.
 *
 * Refuses: `not_found` for an unknown code, or one of a blocked or erased partner; `not_unique` for the e-mail.
 * Source: decisions D-081.
 */
export async function registerPartner(core: Core, partner: NewPartner): Promise<number> {
  return withFactLog(core, async (tx, log) => {
    const { email, firstName, lastName, countryId, language: uiLanguage } = partner
    await requireNewEmail(tx, email)
    const sponsor =
      partner.referral === null ? await defaultSponsor(tx) : await inviter(tx, partner.referral)
    // The fact log's lock is held: no other transaction draws a number.
    const userId = await nextId(tx)
    const now = core.clock()
    await tx
      .insertInto('partners')
      .values({
        id: userId,
        email,
        firstName,
        lastName,
        countryId,
        uiLanguage,
        sponsorId: sponsor?.id ?? null,
        depth: sponsor === null ? 0 : sponsor.depth + 1,
        registeredAt: now,
        inviteCode: core.newCode(),
        fact: log.last + 1,
      })
      .execute()
    await createRegisteredAccount(tx, { userId, email, passwordHash: partner.passwordHash }, now)
    log.written(1)
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

async function inviter(tx: Tx, inviteCode: string): Promise<Sponsor> {
  const sponsor = await tx
    .selectFrom('partners as p')
    .leftJoin('partnerBlocks as b', 'b.partnerId', 'p.id')
    .select(['p.id', 'p.depth', 'p.erasedAt', 'b.blocked'])
    .where('p.inviteCode', '=', inviteCode)
    .orderBy('b.fact', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (sponsor === undefined || sponsor.erasedAt !== null || sponsor.blocked === true) {
    throw new Refusal('not_found', { field: 'referral' })
  }
  return sponsor
}

/** An unknown partner in the setting would leave the registrant without a sponsor forever. */
async function defaultSponsor(tx: Tx): Promise<Sponsor | null> {
  const id = await readSetting(tx, 'defaultSponsor')
  if (id === '') return null
  return tx
    .selectFrom('partners')
    .select(['id', 'depth'])
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow(() => new Error(`The setting defaultSponsor names nobody: ${id}`))
}

async function nextId(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom('partners')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}
