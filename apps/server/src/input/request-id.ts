import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** The header in which the id comes from a balancer and goes out with each answer. */
export const REQUEST_ID = 'request-id'

/** What a balancer may name a request: it stands in logs and in the audit log. */
const GIVEN_ID = /^[\w.:-]{8,64}$/

/**
 * Names requests: by the id that a trusted proxy gives, else by a new one. Anybody else could give two requests one id.
 *
 * Source: cluster.md, OBS-011.
 */
export function nameRequests(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const trusted = addressList(trustedProxies)
  return ({ headers, socket: { remoteAddress = '' } }) => {
    const given = headers[REQUEST_ID]
    const isNamed = typeof given === 'string' && GIVEN_ID.test(given)
    return isNamed && trusted.check(remoteAddress, familyOf(remoteAddress)) ? given : randomUUID()
  }
}

/** Units: addresses, or ranges such as `10.0.0.0/8`. */
function addressList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** What the running code knows of its request. */
type Request = { readonly id: string; callerAddress?: string }

const current = new AsyncLocalStorage<Request>()

/** Does work for a request; what it begins knows the id. */
export const forRequest = <T>(id: string, work: () => T): T => current.run({ id }, work)

/** The id of the request that the running code works for; undefined for a job or a command on the server. */
export const currentRequestId = (): string | undefined => current.getStore()?.id

/** Notes the network address of an operator for the entries of the audit log; addresses of partners stand in none. */
export function noteCaller(address: string): void {
  const request = current.getStore()
  if (request !== undefined) request.callerAddress = address
}

/** The network address of the operator whose request the running code works for. */
export const currentCaller = (): string | undefined => current.getStore()?.callerAddress
