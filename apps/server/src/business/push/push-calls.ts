import type { OFFICE } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import type { Partner } from '../partner.ts'
import { changePush, endPush, readPush } from './subscriptions.ts'

/** The calls about the messages that a device gets. */
export const pushCalls = (core: Core): Handlers<typeof OFFICE.push, Partner> => ({
  getPush: (_input, partner) => readPush(core, partner),
  putPush: ({ body }, partner) => changePush(core, partner, body),
  deletePush: (_input, partner) => endPush(core, partner),
})
