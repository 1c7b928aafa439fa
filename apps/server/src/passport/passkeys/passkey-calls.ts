import type { PASSPORT } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import type { Caller, Passport } from '../passport.ts'
import { requireFresh } from '../security/require-fresh.ts'
import { deviceName } from '../../proofs/device-name.ts'
import { requireSession } from '../tokens/sessions.ts'
import {
  addPasskey,
  beginPasskey,
  readPasskeys,
  removePasskey,
  renamePasskey,
} from './own-passkeys.ts'

/** The calls that manage passkeys. */
export function passkeyCalls(passport: Passport): Handlers<typeof PASSPORT.passkeys, Caller> {
  const { core } = passport
  const sessionOf = ({ authorization }: Caller) => requireSession(passport, authorization)
  return {
    getPasskeys: async (_input, caller) => readPasskeys(core, await sessionOf(caller)),
    postPasskeyOptions: async ({ body: { password } }, caller) => {
      const session = await sessionOf(caller)
      await requireFresh(passport, session, password)
      return beginPasskey(passport, session)
    },
    postPasskey: async ({ body: passkey }, caller) => {
      const device = deviceName(caller.userAgent)
      await addPasskey(passport, await sessionOf(caller), { passkey, device })
      return {}
    },
    putPasskey: async (input, caller) => {
      await renamePasskey(core, await sessionOf(caller), input)
      return {}
    },
    deletePasskey: async ({ params: { id }, body: { password } }, caller) => {
      const session = await sessionOf(caller)
      await requireFresh(passport, session, password)
      await removePasskey(passport, session, id)
      return {}
    },
  }
}
