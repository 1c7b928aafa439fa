import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'

const LINES = readFileSync(new URL('bots.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const DEVICES = LINES.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
const BOTS = LINES.filter((line) => !line.startsWith('!'))

/** What a browser says about pages that it loads before a person looks at them. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/**
 * Whether a visit with these headers may be counted: it comes from no program, from no page that is only loaded ahead, and
 * not from a person who asks not to be counted.
 *
 * Source: D-180; LNK-003, LNK-005.
 */
export function isCountable(headers: IncomingHttpHeaders): boolean {
  if (headers['dnt'] === '1' || headers['sec-gpc'] === '1') return false
  if (PURPOSES.some((name) => headers[name] !== undefined)) return false
  return isPerson(headers['user-agent'] ?? '')
}

function isPerson(agent: string): boolean {
  const said = DEVICES.reduce((text, device) => text.replaceAll(device, ''), agent.toLowerCase())
  return said !== '' && !BOTS.some((bot) => said.includes(bot))
}
