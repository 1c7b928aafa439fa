import type { PublicProfile } from '@partner-office/contracts'
import { CONTACTS, Refusal, telegramName } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { NO_ROW } from '../../network/columns.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { Core } from '../../core/core.ts'
import { ownerOfCode } from '../partners/invite-codes.ts'
import { recentSettings } from '../settings/read-settings.ts'
import { linesBelow } from '../team/require-own-team.ts'

/** A caller who is not signed in. */
const NOBODY = 0

const SHOWN_CONTACTS = ['email', 'mobile', ...CONTACTS] as const

/**
 * The partner an invite code belongs to: their contacts to themselves, to their first line and to their upline, and to
 * everybody else what an invitation shows.
 *
 * Refuses: `not_found` for an unknown code, an erased partner, and, for other callers, a blocked partner.
 * Source: api.md section 2; decisions D-073, D-076; ACC-017.
 */
export async function readPublicProfile(
  core: Core,
  callerId: number,
  inviteCode: string,
): Promise<PublicProfile> {
  const { sponsorOfCaller, isBlocked, ...found } = await findInviter(
    core.database.read,
    callerId,
    inviteCode,
  )
  const { id, hideContacts, firstName, lastName, avatar, invite, allowPublicProfile } = found
  const shown = { firstName, lastName, avatar, invite, allowPublicProfile }
  const isFirstLine = sponsorOfCaller === id
  const isClose = callerId === id || isFirstLine || isUpline(core.network.engine, callerId, id)
  if (!isClose && isBlocked) throw new Refusal('not_found')
  if (!isClose) return shown

  const withholds =
    callerId !== id &&
    hideContacts &&
    (await recentSettings(core.database)).allowHideContacts === 'TRUE'
  const contacts = SHOWN_CONTACTS.map((name) => [name, withholds ? '' : contactText(found, name)])
  return { ...shown, ...Object.fromEntries(contacts) }
}

async function findInviter(db: Db, callerId: number, inviteCode: string) {
  const partnerId = await ownerOfCode(db, inviteCode)
  const found = await db
    .selectFrom('partners as p')
    .leftJoin('partners as caller', (join) => join.on('caller.id', '=', callerId))
    .select(SHOWN_CONTACTS.map((name) => `p.${name}` as const))
    .select([
      'p.id',
      'p.firstName',
      'p.lastName',
      'p.avatar',
      'p.inviteCode as invite',
      'p.allowPublicProfile',
      'p.hideContacts',
      'caller.sponsorId as sponsorOfCaller',
      sql<boolean>`coalesce((select blocked from partner_blocks
        where partner_id = p.id order by fact desc limit 1), false)`.as('isBlocked'),
    ])
    .where('p.id', '=', partnerId)
    .where('p.erasedAt', 'is', null)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return found
}

/** False while the figures do not hold both partners yet. */
function isUpline(engine: FiguresEngine, callerId: number, partnerId: number): boolean {
  if (callerId === NOBODY) return false
  const upper = engine.rowOf(callerId)
  return upper !== NO_ROW && linesBelow(engine, upper, engine.rowOf(partnerId)) !== null
}

type Contacts = Readonly<Record<(typeof SHOWN_CONTACTS)[number], string>>

const contactText = (contacts: Contacts, name: keyof Contacts): string =>
  name === 'telegram' ? telegramName(contacts[name]) : contacts[name]
