import {
  deletePasskey,
  getPasskeys,
  postLoginPasskey,
  postLoginPasskeyOptions,
  postPasskey,
  postPasskeyOptions,
  putPasskey,
} from '@partner-office/contracts'

import type { Passport, Serve } from '../passport.ts'
import { requireFresh } from '../security/require-fresh.ts'
import { deviceName } from '../sign-in/device-name.ts'
import { signInWithPasskey } from '../sign-in/sign-in-with-passkey.ts'
import { requireSession } from '../tokens/sessions.ts'
import { askAnyPasskey } from './ask-passkey.ts'
import {
  addPasskey,
  beginPasskey,
  readPasskeys,
  removePasskey,
  renamePasskey,
} from './own-passkeys.ts'

/** The calls that sign in with passkeys and manage them. */
export function passkeyCalls(serve: Serve, passport: Passport): void {
  const { core } = passport
  const sessionOf = ({ authorization }: { readonly authorization: string | undefined }) =>
    requireSession(passport, authorization)

  serve(postLoginPasskeyOptions, (_input, caller) => askAnyPasskey(passport, caller))
  serve(postLoginPasskey, ({ body }, caller) => signInWithPasskey(passport, body, caller))
  serve(getPasskeys, async (_input, caller) => readPasskeys(core, await sessionOf(caller)))
  serve(postPasskeyOptions, async ({ body: { password } }, caller) => {
    const session = await sessionOf(caller)
    await requireFresh(passport, session, password)
    return beginPasskey(passport, session)
  })
  serve(postPasskey, async ({ body: passkey }, caller) => {
    const device = deviceName(caller.userAgent)
    await addPasskey(passport, await sessionOf(caller), { passkey, device })
    return {}
  })
  serve(putPasskey, async (input, caller) => {
    await renamePasskey(core, await sessionOf(caller), input)
    return {}
  })
  serve(deletePasskey, async ({ params: { id }, body: { password } }, caller) => {
    const session = await sessionOf(caller)
    await requireFresh(passport, session, password)
    await removePasskey(passport, session, id)
    return {}
  })
}
