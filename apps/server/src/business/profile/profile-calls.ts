import type { OFFICE } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { FormPart } from '../../input/form-parts.ts'
import { PictureIntake } from '../pictures/picture-intake.ts'
import type { Handlers } from '../../input/handlers.ts'
import type { Partner } from '../partner.ts'
import { readAvatar, storeAvatar, takeGravatar } from './avatars.ts'
import { changeLanguage } from './change-language.ts'
import { changeProfile } from './change-profile.ts'
import { changeShowRefLink } from './change-show-ref-link.ts'
import { type Identities, readProfile } from './read-profile.ts'
import { readPublicProfile } from './read-public-profile.ts'

type Around = {
  /** Where the business service serves pictures. */
  readonly officeOrigin: string
  readonly identities: Identities
}

/** The calls about a partner's profile. Source: api.md section 2. */
export function profileCalls(
  core: Core,
  { officeOrigin, identities }: Around,
): Handlers<typeof OFFICE.profile, Partner> {
  const pictures = new PictureIntake()
  return {
    getProfile: (_input, { partnerId }) => readProfile(core, identities, partnerId),
    putProfile: async ({ body }, { partnerId }) => {
      await changeProfile(core, partnerId, body)
      return readProfile(core, identities, partnerId)
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
