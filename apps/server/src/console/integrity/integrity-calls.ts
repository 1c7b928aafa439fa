import type { CONSOLE } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { acknowledgeDifference } from './acknowledge.ts'
import { checkHeads, signedHeads } from './heads.ts'
import { readIntegrity } from './read-integrity.ts'

/** The calls about what proves that nothing was changed. */
export const integrityCalls = ({ core }: Console): Handlers<typeof CONSOLE.integrity, Caller> => ({
  getIntegrity: () => readIntegrity(core),
  getHeads: async () => ({ text: await signedHeads(core) }),
  postHeadsCheck: ({ body: { text } }) => checkHeads(core, text),
  postKnownDifference: async ({ body }, caller) => {
    await acknowledgeDifference(core, body, signedIn(caller).session.email)
    return {}
  },
})
