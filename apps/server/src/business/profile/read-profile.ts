import type { Profile } from '@partner-office/contracts'
import { CONTACTS, Refusal, telegramName } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import type { PartnerBook } from '../partners/partner-book.ts'
import { recentSettings } from '../settings/read-settings.ts'
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

/** What a profile is read from. */
export type ProfileSources = {
  readonly core: Core
  readonly people: PartnerBook
  readonly identities: Identities
}

/** The cached read of a partner's own row, for a database that does not answer. */
export const profileKey = (partnerId: number): string => `profile ${partnerId}`

/**
 * What a partner may read of themselves.
 *
 * Refuses: `profile_not_found`, `data_not_ready`.
 * Source: api.md section 8; ENT-001; decisions D-121.
 */
export async function readProfile(from: ProfileSources, partnerId: number): Promise<Profile> {
  const { core, identities } = from
  const network = await freshNetwork(core)
  const found = await readRow(core, partnerId)
  if (found === undefined) throw new Refusal('profile_not_found')
  const { sponsorId, inviteCode, showRefLink, ...told } = found
  const sponsor = sponsorId === null ? null : await readSponsor(from, sponsorId)
  const { flSize, teamSize } = await network.figures(partnerId)
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

const readRow = ({ database: { recent, read } }: Core, partnerId: number) =>
  recent.lastKnown(profileKey(partnerId), () =>
    read
      .selectFrom('partners')
      .select([...TOLD, 'sponsorId', 'inviteCode', 'showRefLink', 'allowPublicProfile'])
      .where('id', '=', partnerId)
      .executeTakeFirst(),
  )

/** The sponsor's data that a partner gets; a sponsor may withhold contacts. Source: decisions D-073. */
async function readSponsor({ core, people }: ProfileSources, sponsorId: number) {
  const card = (await people.cards([sponsorId])).get(sponsorId)!
  const { id, firstName, lastName, avatar, telegram, invite, hideContacts } = card
  const { allowHideContacts } = await recentSettings(core.database)
  const isWithheld = hideContacts && allowHideContacts === 'TRUE'
  const told = { id, firstName, lastName, avatar, telegram: isWithheld ? '' : telegram }
  return { inviteCode: invite, told }
}
