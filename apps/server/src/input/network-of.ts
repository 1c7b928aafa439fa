import { isIPv4 } from 'node:net'

import ipaddr from 'ipaddr.js'

/** The network that limits count for an address: an IPv4 address itself, else the /64 that one IPv6 host has to itself. */
export function networkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!('parts' in parsed)) return parsed.toString()
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
