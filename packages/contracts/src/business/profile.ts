import { PROFILE_TEXTS, type ProfileText } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Id, OneLine, WrittenCode } from '../primitives.ts'

/** The visible details of the sponsor. Units: `avatar` is an address, empty without a picture. */
const Sponsor = z.strictObject({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string(),
  telegram: z.string(),
})

/** Whether the share-links block shows the link to the invite page: 1 shows it, 0 offers a switch. */
const ShowRefLink = z.union([z.literal(0), z.literal(1)])

/** The public site that hosts a partner's page: 1 to 3; 0 for none. Source: decisions D-076. */
export const PublicSite = z.int().min(0).max(3)

/**
 * Everything a partner may read of their own profile; texts that are not given are empty.
 *
 * Units: `birthdate` is YYYY-MM-DD or empty; `avatar` is an address, empty without a picture; `version` is another one after
 * every change of what `putProfile` stores.
 * Source: api.md section 8; ENT-001.
 */
export const Profile = z.strictObject({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  avatar: z.string(),
  uiLanguage: z.string(),
  verified: z.boolean(),
  teamFl: z.int().nonnegative(),
  teamAll: z.int().nonnegative(),
  showRefLink: ShowRefLink,
  allowPublicProfile: PublicSite,
  invite: z.string(),
  parentInvite: z.string().nullable(),
  sponsor: Sponsor.nullable(),
  selfieRequired: z.boolean(),
  language: z.string(),
  telegram: z.string(),
  sex: z.enum(['male', 'female', '']),
  birthdate: z.union([z.iso.date(), z.literal('')]),
  countryId: z.string(),
  city: z.string(),
  address1: z.string(),
  address2: z.string(),
  zip: z.string(),
  phone: z.string(),
  mobile: z.string(),
  whatsapp: z.string(),
  instagram: z.string(),
  skype: z.string(),
  viber: z.string(),
  wechat: z.string(),
  facebook: z.string(),
  site: z.string(),
  position: z.string(),
  comment: z.string(),
  hideContacts: z.boolean(),
  version: z.string(),
})
export type Profile = z.infer<typeof Profile>

/** The caller's profile. */
export const getProfile = {
  method: 'GET',
  path: '/v1/profile',
  auth: 'bearer',
  reply: Profile,
  refusals: ['profile_not_found', 'data_not_ready'],
  beforeTerms: true,
} as const satisfies Contract

/** Choose the language of screens and mails. Source: api.md section 2; decisions D-001. */
export const putProfileLanguage = {
  method: 'PUT',
  path: '/v1/profile/language',
  auth: 'bearer',
  body: z.object({ uiLanguage: OneLine }),
  reply: z.strictObject({ uiLanguage: z.string() }),
  refusals: [],
  beforeTerms: true,
} as const satisfies Contract

/** Show or hide the link to the caller's invite page. Source: api.md section 2. */
export const putShowRefLink = {
  method: 'PUT',
  path: '/v1/profile/show-ref-link',
  auth: 'bearer',
  body: z.object({ showRefLink: ShowRefLink }),
  reply: z.strictObject({ showRefLink: ShowRefLink }),
  refusals: [],
} as const satisfies Contract

/**
 * A partner's public profile. The contacts are left out for a caller who is neither the partner, nor of their first line,
 * nor of their upline; they are empty where they are not given or withheld.
 *
 * Units: `avatar` is an address, empty without a picture; `allowPublicProfile` 0 means no page, 1 to 3 which site has it.
 * Source: api.md section 2; decisions D-073, D-076; ACC-017.
 */
export const PublicProfile = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
  mobile: z.string().optional(),
  telegram: z.string().optional(),
  whatsapp: z.string().optional(),
  skype: z.string().optional(),
  facebook: z.string().optional(),
  instagram: z.string().optional(),
  site: z.string().optional(),
  viber: z.string().optional(),
  wechat: z.string().optional(),
  allowPublicProfile: PublicSite,
  invite: z.string(),
})
export type PublicProfile = z.infer<typeof PublicProfile>

/** Public profile of an invite code's owner; needs no sign-in, and shows a signed-in caller more. */
export const getPublicProfile = {
  method: 'GET',
  path: '/v1/profile/public',
  auth: 'none',
  mayBeSignedIn: true,
  query: z.object({ inviteCode: WrittenCode }),
  reply: PublicProfile,
  refusals: [],
} as const satisfies Contract

/** A text that may be left out, which keeps the stored one; null empties it. What it may hold says the form's own check. */
const ProfileField = z
  .string()
  .nullish()
  .transform((text) => (text === null ? '' : text?.normalize('NFC')))

const profileFields = Object.fromEntries(
  PROFILE_TEXTS.map((name) => [name, ProfileField]),
) as Record<ProfileText, typeof ProfileField>

/**
 * Store the caller's profile; what is left out stays. With the `version` of the profile that was changed, the call is
 * refused if another profile was stored after that version.
 *
 * Refuses: `changed_meanwhile`, with nothing stored.
 * Source: api.md section 2; decisions D-073, D-079, D-115, D-121.
 */
export const putProfile = {
  method: 'PUT',
  path: '/v1/profile',
  auth: 'bearer',
  body: z.object({
    ...profileFields,
    hideContacts: z.boolean().nullish(),
    version: z.string().max(64).nullish(),
  }),
  reply: Profile,
  refusals: [
    'profile_not_found',
    'data_not_ready',
    'required',
    'max_length',
    'invalid_format',
    'changed_meanwhile',
  ],
  refusedAs: 'map',
} as const satisfies Contract

/** Side of a stored picture. Units: pixels. Source: requirements PRF-028, PRF-029. */
export const AVATAR_SIDE = 300

/** Largest file of a picture. Units: bytes. Source: requirements PRF-026; decisions D-125. */
export const AVATAR_MOST_BYTES = 1_048_576

const Picture = z.strictObject({ avatar: z.string() })

/**
 * Store a picture of 300 x 300 pixels.
 *
 * Refuses: `validation_error` with `invalid_format` (not a JPEG, other dimensions) or `max_length` (too large).
 * Source: api.md section 2; requirements PRF-031, PRF-032.
 */
export const postAvatar = {
  method: 'POST',
  path: '/v1/profile/avatar',
  auth: 'bearer',
  multipart: {
    fields: z.object({ avatar: z.file() }),
    files: 1,
    // One byte more than allowed shows that a file is too large.
    fileBytes: AVATAR_MOST_BYTES + 1,
    withinMs: 20_000,
  },
  reply: Picture,
  refusals: [],
} as const satisfies Contract

/** Take the picture that the Gravatar service has for the caller's e-mail address. Source: decisions D-082. */
export const postGravatar = {
  method: 'POST',
  path: '/v1/profile/gravatar',
  auth: 'bearer',
  reply: Picture,
  refusals: [],
} as const satisfies Contract

/** A stored picture; its name cannot be guessed and changes with the picture. */
export const getAvatar = {
  method: 'GET',
  path: '/avatars/:name',
  auth: 'none',
  params: z.object({ name: z.string().regex(/^[0-9a-f]{32}\.jpg$/) }),
  file: 'image/jpeg',
  refusals: [],
} as const satisfies Contract
