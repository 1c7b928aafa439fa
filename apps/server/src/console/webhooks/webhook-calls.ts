import type { CONSOLE } from '@partner-office/contracts'

import { audited } from '../../business/audit/audit-log.ts'
import {
  againOf,
  countAgain,
  readAttempts,
  sendAgain,
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

/** The calls about endpoints of webhooks, their log and what is sent again. */
export const webhookCalls = ({ core }: Console): Handlers<typeof CONSOLE.webhooks, Caller> => {
  const { read } = core.database
  const act = <T>(caller: Caller, { command, details, run }: Act<T>): Promise<T> =>
    audited(
      core,
      {
        actor: signedIn(caller).session.email,
        command: `webhooks ${command}`,
        details: () => details,
      },
      (on) => on.database.transaction((tx) => run(on, tx)),
    )
  return {
    getEndpoints: async () => ({ content: await readEndpoints(read) }),
    getEndpoint: ({ params: { id } }) => readEndpoint(read, id),
    postEndpoint: async ({ body }, caller) => {
      const added = await act(caller, {
        command: 'add',
        details: body,
        run: (on, tx) => addEndpoint(on, tx, body),
      })
      return { endpoint: await readEndpoint(read, added.id), secret: added.secret }
    },
    putEndpoint: async ({ params: { id }, body: { version, ...written } }, caller) => {
      await act(caller, {
        command: 'change',
        details: { endpoint: id, ...written },
        run: (_on, tx) => changeEndpoint(tx, { id, version }, written),
      })
      return readEndpoint(read, id)
    },
    deleteEndpoint: async ({ params: { id } }, caller) => {
      const { address } = await readEndpoint(read, id)
      const details = { endpoint: id, address }
      await act(caller, { command: 'remove', details, run: (_on, tx) => removeEndpoint(tx, id) })
      return {}
    },
    postEndpointSwitch: async ({ params: { id }, body: { version, isOn } }, caller) => {
      await act(caller, {
        command: isOn ? 'on' : 'off',
        details: { endpoint: id },
        run: (on, tx) => turnEndpoint(on, tx, { id, version }, isOn),
      })
      return readEndpoint(read, id)
    },
    postEndpointSecret: async ({ params: { id }, body: { version } }, caller) => {
      const secret = await act(caller, {
        command: 'rotate',
        details: { endpoint: id },
        run: (on, tx) => rotateSecret(on, tx, { id, version }),
      })
      return { endpoint: await readEndpoint(read, id), secret }
    },
    postEndpointTest: ({ params: { id } }, caller) =>
      audited(
        core,
        {
          actor: signedIn(caller).session.email,
          command: 'webhooks test',
          details: () => ({ endpoint: id }),
        },
        (on) => testEndpoint(on, id),
      ),
    getAttempts: async ({ params: { id }, query }) => {
      await readEndpoint(read, id)
      return readAttempts(read, id, query)
    },
    getReplay: async ({ params: { id }, query }) => {
      await readEndpoint(read, id)
      return { events: await countAgain(read, id, againOf(query)) }
    },
    postReplay: async ({ params: { id }, body }, caller) => {
      await readEndpoint(read, id)
      const events = await act(caller, {
        command: 'replay',
        details: { endpoint: id, ...body },
        run: (on, tx) => sendAgain(tx, id, body, on.clock()),
      })
      return { events }
    },
  }
}
