import type { CONSOLE } from '@partner-office/contracts'

import { placeHold } from '../../business/adjustments/holds.ts'
import {
  listAdjustments,
  listHolds,
  readAdjustment,
  readHold,
} from '../../business/adjustments/read-adjustments.ts'
import { audited } from '../../business/audit/audit-log.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'

/** The calls about adjustments and holds. Adjustments and releases are proposals: see `proposals/kinds-of-adjustments.ts`. */
export const adjustmentCalls = ({
  core,
}: Console): Handlers<typeof CONSOLE.adjustments, Caller> => {
  const { read } = core.database
  return {
    getAdjustments: ({ query }) => listAdjustments(read, query),
    getAdjustment: ({ params: { id } }) => readAdjustment(read, id),
    getHolds: ({ query }) => listHolds(read, query, core.clock()),
    postHold: async ({ body }, caller) => {
      const { session } = signedIn(caller)
      const entry = { actor: session.email, command: 'holds place', details: () => body }
      const id = await audited(core, entry, (on) =>
        on.database.transaction((tx) => placeHold(on, tx, body, session.operatorId)),
      )
      return readHold(read, id, core.clock())
    },
  }
}
