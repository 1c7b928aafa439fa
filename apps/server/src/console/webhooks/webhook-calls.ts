import type { CONSOLE } from '@partner-office/contracts'

import { audited } from '../../business/audit/audit-log.ts'
import {
  replayOf,
  countReplayed,
  readAttempts,
  replayEvents,
} from '../../business/webhooks/delivery-log.ts'
import {
  addEndpoint,
  changeEndpoint,
  readEndpoint,
  readEndpoints,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
  turnEndpoint,
} from '../../business/webhooks/endpoints.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'

/** An act with its entry in the audit log. */
type Act<T> = {
  readonly command: string
  readonly details: object
  readonly run: (core: Core, tx: Tx) => Promise<T>
}

/** Does something with its entry in the audit log, in one transaction. */
const actWith =
  (core: Core) =>
  <T>(caller: Caller, { command, details, run }: Act<T>): Promise<T> =>
    audited(core, entryOf(caller, command, details), (on) =>
      on.database.transaction((tx) => run(on, tx)),
    )

const entryOf = (caller: Caller, command: string, details: object) => ({
  actor: signedIn(caller).session.email,
  command: `webhooks ${command}`,
  details: () => details,
})

type Calls = Handlers<typeof CONSOLE.webhooks, Caller>

/** The calls about endpoints of webhooks, their log and what is sent again. */
export const webhookCalls = ({ core }: Console): Calls => ({
  ...endpointCalls(core),
  ...logCalls(core),
})

const endpointCalls = (
  core: Core,
): Omit<Calls, 'postEndpointTest' | 'getAttempts' | 'getReplay' | 'postReplay'> => {
  const { read } = core.database
  const act = actWith(core)
  return {
    getEndpoints: async () => ({ content: await readEndpoints(read) }),
    getEndpoint: ({ params: { id } }) => readEndpoint(read, id),
    postEndpoint: async ({ body }, caller) => {
      const run: Act<{ id: number; secret: string }>['run'] = (on, tx) => addEndpoint(on, tx, body)
      const { id, secret } = await act(caller, { command: 'add', details: body, run })
      return { endpoint: await readEndpoint(read, id), secret }
    },
    putEndpoint: async ({ params: { id }, body: { version, ...written } }, caller) => {
      const details = { endpoint: id, ...written }
      const run: Act<void>['run'] = (_on, tx) => changeEndpoint(tx, { id, version }, written)
      await act(caller, { command: 'change', details, run })
      return readEndpoint(read, id)
    },
    deleteEndpoint: async ({ params: { id } }, caller) => {
      const { address } = await readEndpoint(read, id)
      const details = { endpoint: id, address }
      await act(caller, { command: 'remove', details, run: (_on, tx) => removeEndpoint(tx, id) })
      return {}
    },
    postEndpointSwitch: async ({ params: { id }, body: { version, isOn } }, caller) => {
      const run: Act<void>['run'] = (on, tx) => turnEndpoint(on, tx, { id, version }, isOn)
      await act(caller, { command: isOn ? 'on' : 'off', details: { endpoint: id }, run })
      return readEndpoint(read, id)
    },
    postEndpointSecret: async ({ params: { id }, body: { version } }, caller) => {
      const run: Act<string>['run'] = (on, tx) => rotateSecret(on, tx, { id, version })
      const secret = await act(caller, { command: 'rotate', details: { endpoint: id }, run })
      return { endpoint: await readEndpoint(read, id), secret }
    },
  }
}

const logCalls = (
  core: Core,
): Pick<Calls, 'postEndpointTest' | 'getAttempts' | 'getReplay' | 'postReplay'> => {
  const { read } = core.database
  return {
    postEndpointTest: ({ params: { id } }, caller) =>
      audited(core, entryOf(caller, 'test', { endpoint: id }), (on) => testEndpoint(on, id)),
    getAttempts: async ({ params: { id }, query }) => {
      await readEndpoint(read, id)
      return readAttempts(read, id, query)
    },
    getReplay: async ({ params: { id }, query }) => {
      await readEndpoint(read, id)
      return { events: await countReplayed(read, id, replayOf(query)) }
    },
    postReplay: async ({ params: { id }, body }, caller) => {
      await readEndpoint(read, id)
      const events = await actWith(core)(caller, {
        command: 'replay',
        details: { endpoint: id, ...body },
        run: (on, tx) => replayEvents(tx, id, body, on.clock()),
      })
      return { events }
    },
  }
}
