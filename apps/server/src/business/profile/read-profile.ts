import type { Profile } from '@partner-office/contracts'
import { Refusal, telegramName } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import { recentSettings } from '../settings/read-settings.ts'
import { CONTACTS } from '../partners/partner-fields.ts'
import { profileVersion } from './profile-version.ts'

const TOLD = [
  'id',
  'firstName',
  'lastName',
  'email',
  'avatar',
  'uiLanguage',
  'sex',
  'birthdate',
  'countryId',
  'city',
  'address1',
  'address2',
  'zip',
  'mobile',
  'position',
  'comment',
  'hideContacts',
  ...CONTACTS,
] as const

/** The identity provider's answers: whether an identity was verified, and whether it must be proved again. */
export type Identities = {
  readonly proofOf: (userId: number) => Promise<Pick<Profile, 'verified' | 'selfieRequired'>>
}

/**
 * What a partner may read of themselves.
 *
 * Refuses: `profile_not_found`, `data_not_ready`.
 * Source: api.md section 8; ENT-001; decisions D-121.
 */
export async function readProfile(
  core: Core,
  identities: Identities,
  partnerId: number,
): Promise<Profile> {
  const found = await core.database.read
    .selectFrom('partners')
    .select([...TOLD, 'sponsorId', 'inviteCode', 'showRefLink', 'allowPublicProfile'])
    .where('id', '=', partnerId)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('profile_not_found')
  const { sponsorId, inviteCode, showRefLink, ...told } = found
  const sponsor = sponsorId === null ? null : await readSponsor(core, sponsorId)
  const { flSize, teamSize } = await (await freshNetwork(core)).figures(partnerId)
  return {
    ...told,
    telegram: telegramName(told.telegram),
    language: told.uiLanguage,
    showRefLink: showRefLink ? 1 : 0,
    invite: inviteCode,
    parentInvite: sponsor?.inviteCode ?? null,
    sponsor: sponsor?.told ?? null,
    teamFl: flSize,
    teamAll: teamSize,
    version: profileVersion(told),
    ...(await identities.proofOf(partnerId)),
  }
}

/** The sponsor's data that a partner gets; a sponsor may withhold contacts. Source: decisions D-073. */
async function readSponsor({ database }: Core, sponsorId: number) {
  const { inviteCode, hideContacts, telegram, ...told } = await database.read
    .selectFrom('partners')
    .select(['id', 'firstName', 'lastName', 'avatar', 'telegram', 'inviteCode', 'hideContacts'])
    .where('id', '=', sponsorId)
    .executeTakeFirstOrThrow()
  const { allowHideContacts } = await recentSettings(database)
  const isWithheld = hideContacts && allowHideContacts === 'TRUE'
  return { inviteCode, told: { ...told, telegram: isWithheld ? '' : telegramName(telegram) } }
}
