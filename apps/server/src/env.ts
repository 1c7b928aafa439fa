import { isIP } from 'node:net'
import { resolve } from 'node:path'

import { StartRefused } from './core/start-refused.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** What the environment says about how to run. Source: operations.md section 2. */
export type Environment = {
  readonly port: number
  readonly passportPort: number
  readonly operatorPort: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly demo: boolean
  /** The demo was asked for where it is off by default: consent to accounts with known passwords. */
  readonly demoIsConsent: boolean
  readonly operatorKey: string | null
  readonly trustedProxies: readonly string[]
  readonly publicOrigin: string
  readonly passportOrigin: string
  readonly smtpUrl: string | null
  readonly logLevel: LogLevel
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Read the environment; a variable set to nothing counts as not set.
 *
 * Refuses: the first wrong value, with one line that names the variable and what is accepted.
 * Source: operations.md section 2.
 */
export function readEnvironment(variables: Variables): Environment {
  const port = portOf(variables, 'PORT', 3000)
  const passportPort = portOf(variables, 'PASSPORT_PORT', 3001)
  const operatorPort = portOf(variables, 'OPERATOR_PORT', 3002)
  requireDifferent({ PORT: port, PASSPORT_PORT: passportPort, OPERATOR_PORT: operatorPort })

  const host = read(variables, 'HOST', '127.0.0.1', hostOf)
  const databaseUrl = read(variables, 'DATABASE_URL', null, databaseUrlOf)
  const demoByDefault = databaseUrl === null && isLoopback(host)
  const demo = read(variables, 'DEMO', demoByDefault, demoOf)
  const publicOrigin = read(variables, 'PUBLIC_ORIGIN', originAt(host, port), originOf)
  const passportOrigin = read(variables, 'PASSPORT_ORIGIN', originAt(host, passportPort), originOf)
  requireDifferent({ PUBLIC_ORIGIN: publicOrigin, PASSPORT_ORIGIN: passportOrigin })
  return {
    port,
    passportPort,
    operatorPort,
    host,
    dataDir: resolve(read(variables, 'DATA_DIR', '.data', pathOf)),
    databaseUrl,
    demo,
    demoIsConsent: demo && !demoByDefault,
    operatorKey: read(variables, 'OPERATOR_KEY', null, keyOf),
    trustedProxies: read(variables, 'TRUSTED_PROXIES', [], proxiesOf),
    publicOrigin,
    passportOrigin,
    smtpUrl: read(variables, 'SMTP_URL', null, smtpUrlOf),
    logLevel: read(variables, 'LOG_LEVEL', 'info', logLevelOf),
  }
}

/** What a text means, or what would have been accepted instead. */
type Reading<T> = { readonly value: T } | { readonly accepted: string }

function read<T, F>(
  variables: Variables,
  name: string,
  fallback: F,
  parse: (text: string) => Reading<T>,
): T | F {
  const text = variables[name]
  if (text === undefined || text === '') return fallback
  const reading = parse(text)
  if ('value' in reading) return reading.value
  const shown = SECRET_VARIABLES.has(name) ? '' : `, not ${JSON.stringify(text.slice(0, 100))}`
  throw new StartRefused(`${name} must be ${reading.accepted}${shown}`)
}

/** Their values hold passwords, which belong on no screen and in no log. */
const SECRET_VARIABLES = new Set(['OPERATOR_KEY', 'DATABASE_URL', 'SMTP_URL'])

const when = <T>(isAccepted: boolean, value: T, accepted: string): Reading<T> =>
  isAccepted ? { value } : { accepted }

function portOf(variables: Variables, name: string, fallback: number): number {
  return read(variables, name, fallback, (text) => {
    const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0
    return when(port >= 1 && port <= 65_535, port, 'a port: a whole number from 1 to 65535')
  })
}

function requireDifferent(values: Readonly<Record<string, number | string>>): void {
  const names = Object.keys(values)
  for (const [index, name] of names.entries()) {
    const other = names.slice(0, index).find((earlier) => values[earlier] === values[name])
    if (other === undefined) continue
    throw new StartRefused(`${name} must differ from ${other}, and both are ${values[name]}`)
  }
}

function hostOf(text: string): Reading<string> {
  const isName =
    /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/
  // What looks like an IPv4 address must be one: no name ends in a number.
  const isAccepted = isIP(text) !== 0 || (isName.test(text) && !/(^|\.)\d+$/.test(text))
  return when(isAccepted, text, 'an IP address or a host name')
}

/** Whether only this machine reaches the address. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function pathOf(text: string): Reading<string> {
  return when(!/\p{Cc}/u.test(text), text, 'the path of a directory')
}

function databaseUrlOf(text: string): Reading<string> {
  const accepted = 'the URL of a PostgreSQL server: postgres://user:password@host:port/database'
  const url = URL.canParse(text) ? new URL(text) : null
  return when(url !== null && /^postgres(ql)?:$/.test(url.protocol), text, accepted)
}

function demoOf(text: string): Reading<boolean> {
  return when(text === 'on' || text === 'off', text === 'on', 'on or off')
}

function originOf(text: string): Reading<string> {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    (text === url.origin || text === `${url.origin}/`)
  return when(
    isOrigin,
    url?.origin ?? '',
    'an origin such as https://office.example.com, without a path',
  )
}

function originAt(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

function keyOf(text: string): Reading<string> {
  return when(
    /^[\x21-\x7e]{1,256}$/.test(text),
    text,
    '1 to 256 visible ASCII characters without spaces',
  )
}

function proxiesOf(text: string): Reading<string[]> {
  const addresses = text.split(',').map((address) => address.trim())
  const accepted = 'IP addresses or CIDR ranges with commas between them'
  return when(addresses.every(isAddressRange), addresses, accepted)
}

function isAddressRange(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128))
}

function smtpUrlOf(text: string): Reading<string> {
  const url = URL.canParse(text) ? new URL(text) : null
  const isAccepted = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
  return when(isAccepted, text, 'the URL of a mail server: smtp://user:password@host:port')
}

function logLevelOf(text: string): Reading<LogLevel> {
  const level = LOG_LEVELS.find((known) => known === text)
  return level === undefined ? { accepted: LOG_LEVELS.join(', ') } : { value: level }
}
