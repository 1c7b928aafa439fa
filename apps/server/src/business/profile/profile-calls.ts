import {
  AVATAR_MOST_BYTES,
  getAvatar,
  getProfile,
  getPublicProfile,
  postAvatar,
  postGravatar,
  putProfile,
  putProfileLanguage,
  putShowRefLink,
} from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { FormPart } from '../../core/form-parts.ts'
import { PictureIntake } from '../pictures/picture-intake.ts'
import type { ServePartner, ServePartnerForm } from '../serve-partner.ts'
import { readAvatar, storeAvatar, takeGravatar } from './avatars.ts'
import { changeLanguage } from './change-language.ts'
import { changeProfile } from './change-profile.ts'
import { changeShowRefLink } from './change-show-ref-link.ts'
import { type Identities, readProfile } from './read-profile.ts'
import { readPublicProfile } from './read-public-profile.ts'

type Serves = { readonly serve: ServePartner; readonly serveForm: ServePartnerForm }
type Around = {
  /** Where the business service serves pictures. */
  readonly officeOrigin: string
  readonly identities: Identities
}

/** One byte more than allowed shows that a file is too large. */
const AVATAR_FORM = { files: 1, fileBytes: AVATAR_MOST_BYTES + 1, withinMs: 20_000 } as const

/** The calls about a partner's profile. Source: api.md section 2. */
export function profileCalls(
  { serve, serveForm }: Serves,
  core: Core,
  { officeOrigin, identities }: Around,
): void {
  const pictures = new PictureIntake()
  serve(getProfile, (_input, partnerId) => readProfile(core, identities, partnerId))
  serve(putProfile, async ({ body }, partnerId) => {
    await changeProfile(core, partnerId, body)
    return readProfile(core, identities, partnerId)
  })
  serve(getPublicProfile, ({ query }, partnerId) =>
    readPublicProfile(core, partnerId, query.inviteCode),
  )
  serve(putProfileLanguage, ({ body }, partnerId) =>
    changeLanguage(core, partnerId, body.uiLanguage),
  )
  serve(putShowRefLink, ({ body }, partnerId) =>
    changeShowRefLink(core, partnerId, body.showRefLink),
  )
  serveForm(postAvatar, AVATAR_FORM, async (parts, partnerId) => {
    const picture = await pictureOf(parts, pictures)
    const store = () => storeAvatar(core, partnerId, picture, officeOrigin)
    return core.storing.run(store, String(partnerId))
  })
  serve(postGravatar, (_input, partnerId) => takeGravatar(core, partnerId))
  serve(getAvatar, ({ params }) => readAvatar(core, params.name))
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
