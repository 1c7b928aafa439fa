import type { CONSOLE } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import type { Caller, Console } from '../console.ts'
import { checkHeads, signedHeads } from './heads.ts'
import { readIntegrity } from './read-integrity.ts'

/** The calls about what proves that nothing was changed. */
export const integrityCalls = ({ core }: Console): Handlers<typeof CONSOLE.integrity, Caller> => ({
  getIntegrity: () => readIntegrity(core),
  getHeads: async () => ({ text: await signedHeads(core) }),
  postHeadsCheck: ({ body: { text } }) => checkHeads(core, text),
})
