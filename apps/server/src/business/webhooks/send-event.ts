import type { Core } from '../../core/core.ts'
import { type SealedSecrets, secretsOf } from './endpoint-secrets.ts'
import { type Answer, type EndpointReach, postEvent } from './post-event.ts'
import { signedHeaders } from './signature.ts'

type Receiver = SealedSecrets & { readonly address: string }

const UNREADABLE: Answer = {
  status: null,
  answer: '',
  problem: 'The secret was sealed with another key: make a new one.',
  duration: 0,
  isDelivered: false,
}

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
