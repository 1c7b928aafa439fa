import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

import ipaddr from 'ipaddr.js'

/** Which network addresses a request to somebody else's server may connect to, and how names become addresses. */
export type Reach = {
  readonly isAllowed: (ip: string) => boolean
  readonly lookUp: typeof lookUp
}

/** The public internet alone: no request of ours leads into the own network. */
export const PUBLIC: Reach = { isAllowed: isPublic, lookUp }

/** Says that a request was not made, with the reason. */
export type Refuse = (reason: string) => Error

/**
 * Looks a host up and refuses it if any of its addresses is not allowed.
 *
 * A connection uses the result of this look-up: neither a redirect nor a second look-up leads to another address. A host that is
 * an address itself is never looked up: `requireAllowedHost` checks it.
 */
export const checkedLookup =
  (reach: Reach, refuse: Refuse): LookupFunction =>
  (host, options, done) => {
    reach.lookUp(host, { ...options, all: true }, (error, addresses) => {
      const refused = error ?? problemOf(addresses, reach, refuse)
      if (refused !== null) return done(refused, [])
      if (options.all === true) return done(null, addresses)
      const [{ address, family }] = addresses as [LookupAddress]
      done(null, address, family)
    })
  }

/** Refuses an address whose host is an IP address that is not allowed. */
export function requireAllowedHost({ hostname }: URL, reach: Reach, refuse: Refuse): void {
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !reach.isAllowed(host)) throw notPublic(refuse)
}

function problemOf(
  addresses: readonly LookupAddress[],
  { isAllowed }: Reach,
  refuse: Refuse,
): Error | null {
  if (addresses.length === 0) return refuse('has a host without an address')
  return addresses.every(({ address }) => isAllowed(address)) ? null : notPublic(refuse)
}

const notPublic = (refuse: Refuse): Error => refuse('has a host in a network that is not public')

/** Whether an IP address belongs to the public internet; an IPv4 address inside IPv6 counts as that address. */
export function isPublic(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast'
}
