import type { OFFICE } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { FormPart } from '../../input/form-parts.ts'
import { PictureIntake } from '../pictures/picture-intake.ts'
import type { Handlers } from '../../input/handlers.ts'
import type { Partner } from '../partner.ts'
import { readAvatar, storeAvatar, takeGravatar } from './avatars.ts'
import { changeLanguage } from './change-language.ts'
import { changeProfile } from './change-profile.ts'
import { changeShowRefLink } from './change-show-ref-link.ts'
import { profileKey, type ProfileSources, readProfile } from './read-profile.ts'
import { readPublicProfile } from './read-public-profile.ts'

/** The calls about a partner's profile; `officeOrigin` is where pictures are served. Source: api.md section 2. */
export function profileCalls(
  from: ProfileSources,
  officeOrigin: string,
): Handlers<typeof OFFICE.profile, Partner> {
  const { core } = from
  const pictures = new PictureIntake()
  const forget = (partnerId: number) => core.database.recent.forget([profileKey(partnerId)])
  core.network.onPartnerChanged(forget)
  return {
    getProfile: (_input, { partnerId }) => readProfile(from, partnerId),
    putProfile: async ({ body }, { partnerId }) => {
      await changeProfile(core, partnerId, body)
      forget(partnerId)
      return readProfile(from, partnerId)
    },
    getPublicProfile: ({ query }, { partnerId }) =>
      readPublicProfile(core, partnerId, query.inviteCode),
    putProfileLanguage: ({ body }, { partnerId }) =>
      changeLanguage(core, partnerId, body.uiLanguage),
    putShowRefLink: ({ body }, { partnerId }) =>
      changeShowRefLink(core, partnerId, body.showRefLink),
    postAvatar: async ({ parts }, { partnerId }) => {
      const picture = await pictureOf(parts, pictures)
      const store = () => storeAvatar(core, partnerId, picture, officeOrigin)
      return core.storing.run(store, String(partnerId))
    },
    postGravatar: (_input, { partnerId }) => takeGravatar(core, partnerId),
    getAvatar: ({ params }) => readAvatar(core, params.name),
  }
}

/** Receives the file of the field `avatar`; other fields are passed over. */
async function pictureOf(parts: AsyncIterable<FormPart>, pictures: PictureIntake): Promise<Buffer> {
  let picture: Buffer | null = null
  for await (const part of parts) {
    if (part.kind === 'field') continue
    if (part.name !== 'avatar') break
    picture = await pictures.receive(part)
  }
  if (picture === null) {
    throw new Refusal('validation_error', { field: 'avatar', reason: 'invalid_format' })
  }
  return picture
}
