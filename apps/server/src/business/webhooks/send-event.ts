import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { readSetting } from '../settings/read-settings.ts'
import { type SealedSecrets, secretsOf } from './endpoint-secrets.ts'
import { type Answer, type EndpointReach, postEvent, reachOf } from './post-event.ts'
import { signedHeaders } from './signature.ts'

type Receiver = SealedSecrets & { readonly address: string }

const UNREADABLE: Answer = {
  status: null,
  answer: '',
  problem: 'The secret was sealed with another key: make a new one.',
  duration: 0,
  isDelivered: false,
}

/** Where webhooks may go, as operators have set it. */
export const reachIn = async (db: Db, of = reachOf): Promise<EndpointReach> =>
  of((await readSetting(db, 'webhookPrivateTargets')) === 'TRUE')

/** Signs an event for an endpoint and posts it once. An endpoint whose secret cannot be read gets nothing. */
export async function sendEvent(
  core: Core,
  endpoint: Receiver,
  { id, body }: { readonly id: string; readonly body: string },
  { at, reach }: { readonly at: number; readonly reach: EndpointReach },
): Promise<Answer> {
  const secrets = secretsOf(core, endpoint, at)
  if (secrets.length === 0) return UNREADABLE
  return postEvent(
    endpoint.address,
    { headers: signedHeaders({ id, at, body }, secrets), body },
    reach,
  )
}
