import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { resolve } from 'node:path'

import { z } from 'zod'

import { StartRefused } from './core/start-refused.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const LARGEST_PORT = 65_535
/** A shorter key of operators can be guessed. Units: characters. */
export const SHORTEST_OPERATOR_KEY = 16

/** An address and a port of this machine. */
export type Listen = { readonly host: string; readonly port: number }

/** How the process runs, as the environment says. Source: operations.md section 2. */
export type Environment = {
  readonly port: number
  readonly passportPort: number
  readonly operatorPort: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly demo: boolean
  /** The demo is on where it is off by default: the operator consents to accounts with known passwords. */
  readonly demoIsConsent: boolean
  readonly operatorKey: string | null
  /** Where other machines reach the operators' calls; null: nowhere. */
  readonly operatorListen: Listen | null
  /** Where other machines read the metrics; null: nowhere. */
  readonly metricsListen: Listen | null
  readonly trustedProxies: readonly string[]
  readonly publicOrigin: string
  readonly passportOrigin: string
  /** Where a proxy publishes the console; null: this machine alone reaches it. */
  readonly consoleOrigin: string | null
  readonly smtpUrl: string | null
  /** The name of the process in logs. */
  readonly processName: string
  /** How long a process that was asked to stop goes on serving. Units: seconds. */
  readonly drainSeconds: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
}

/** A text and its test; `accepted` follows "VARIABLE must be" in the message. */
const text = (accepted: string, isAccepted: (value: string) => boolean) =>
  z.string().refine(isAccepted, accepted)

const port = text(
  `a port: a whole number from 1 to ${LARGEST_PORT}`,
  (value) => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= LARGEST_PORT,
).transform(Number)

const origin = text(
  'an origin such as https://office.example.com, without a path',
  isOrigin,
).transform((value) => new URL(value).origin)

const listen = text(
  'an address and a port such as 10.0.0.5:3100 or [::1]:3100',
  (value) => listenOf(value) !== null,
).transform((value) => listenOf(value)!)

/** Every variable, in the order of the checks. */
const VARIABLES = z.object({
  PORT: port.default(3000),
  PASSPORT_PORT: port.default(3001),
  OPERATOR_PORT: port.default(3002),
  HOST: text('an IP address or a host name', isHost).default('127.0.0.1'),
  DATABASE_URL: text(
    'the URL of a PostgreSQL server: postgres://user:password@host:port/database',
    (value) => /^postgres(ql)?:$/.test(urlOf(value)?.protocol ?? ''),
  ).optional(),
  DEMO: z.enum(['on', 'off'], 'on or off').optional(),
  PUBLIC_ORIGIN: origin.optional(),
  PASSPORT_ORIGIN: origin.optional(),
  CONSOLE_ORIGIN: text(
    'an origin such as https://console.example.com, with https and without a path',
    (value) => isOrigin(value) && value.startsWith('https:'),
  )
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: text('the path of a directory', (value) => !/\p{Cc}/u.test(value)).default('.data'),
  OPERATOR_KEY: text('1 to 256 visible ASCII characters without spaces', (value) =>
    /^[\x21-\x7e]{1,256}$/.test(value),
  ).optional(),
  OPERATOR_LISTEN: listen.optional(),
  METRICS_LISTEN: listen.optional(),
  TRUSTED_PROXIES: text('IP addresses or CIDR ranges with commas between them', (value) =>
    listOf(value).every(isAddressRange),
  )
    .transform(listOf)
    .default([]),
  SMTP_URL: text(
    'the URL of a mail server: smtp://user:password@host:port',
    (value) => /^smtps?:$/.test(urlOf(value)?.protocol ?? '') && urlOf(value)?.hostname !== '',
  ).optional(),
  PROCESS_NAME: text('1 to 64 letters, digits, points, colons, hyphens and underscores', (value) =>
    /^[\w.:-]{1,64}$/.test(value),
  ).default(`${hostname()}-${process.pid}`),
  DRAIN_SECONDS: text('a whole number of seconds from 0 to 8', (value) => /^[0-8]$/.test(value))
    .transform(Number)
    .default(0),
  LOG_LEVEL: z.enum(LOG_LEVELS, LOG_LEVELS.join(', ')).default('info'),
})

/** Variables whose values hold passwords: no message repeats them. */
const SECRET_VARIABLES: ReadonlySet<unknown> = new Set(['OPERATOR_KEY', 'DATABASE_URL', 'SMTP_URL'])

/**
 * Reads the environment; an empty variable counts as not set.
 *
 * Refuses: `StartRefused` for the first wrong value, one line with the variable and what is accepted.
 * Source: operations.md section 2.
 */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): Environment {
  const given = parse(variables)
  const { PORT, PASSPORT_PORT, OPERATOR_PORT, HOST, DATABASE_URL, DEMO } = given
  requireDifferent({ PORT, PASSPORT_PORT, OPERATOR_PORT })
  const PUBLIC_ORIGIN = given.PUBLIC_ORIGIN ?? originAt(HOST, PORT)
  const PASSPORT_ORIGIN = given.PASSPORT_ORIGIN ?? originAt(HOST, PASSPORT_PORT)
  requireDifferent({ PUBLIC_ORIGIN, PASSPORT_ORIGIN })
  requireOwnKey(given)
  requireOwnHost(given.CONSOLE_ORIGIN, { PUBLIC_ORIGIN, PASSPORT_ORIGIN })
  const demoByDefault = DATABASE_URL === undefined && isLoopback(HOST)
  const demo = DEMO === undefined ? demoByDefault : DEMO === 'on'
  return {
    port: PORT,
    passportPort: PASSPORT_PORT,
    operatorPort: OPERATOR_PORT,
    host: HOST,
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    demo,
    demoIsConsent: demo && !demoByDefault,
    operatorKey: given.OPERATOR_KEY ?? null,
    operatorListen: given.OPERATOR_LISTEN ?? null,
    metricsListen: given.METRICS_LISTEN ?? null,
    trustedProxies: given.TRUSTED_PROXIES,
    publicOrigin: PUBLIC_ORIGIN,
    passportOrigin: PASSPORT_ORIGIN,
    consoleOrigin: given.CONSOLE_ORIGIN ?? null,
    smtpUrl: given.SMTP_URL ?? null,
    processName: given.PROCESS_NAME,
    drainSeconds: given.DRAIN_SECONDS,
    logLevel: given.LOG_LEVEL,
  }
}

type Variables = z.infer<typeof VARIABLES>

function parse(variables: Readonly<Record<string, string | undefined>>): Variables {
  const set = Object.entries(variables).filter(([, value]) => value !== '')
  const { data, error } = VARIABLES.safeParse(Object.fromEntries(set))
  if (data !== undefined) return data
  const { path, message } = error.issues[0]!
  const name = String(path[0])
  const value = variables[name] ?? ''
  const shown = SECRET_VARIABLES.has(name) ? '' : `, not ${JSON.stringify(value.slice(0, 100))}`
  throw new StartRefused(`${name} must be ${message}${shown}`)
}

function requireDifferent(values: Readonly<Record<string, number | string>>): void {
  const names = Object.keys(values)
  for (const [index, name] of names.entries()) {
    const other = names.slice(0, index).find((earlier) => values[earlier] === values[name])
    if (other === undefined) continue
    throw new StartRefused(`${name} must differ from ${other}, and both are ${values[name]}`)
  }
}

/** All processes behind one address need the same key, and who opens a port to other machines is to know it. */
function requireOwnKey({ OPERATOR_LISTEN, OPERATOR_KEY, METRICS_LISTEN }: Variables): void {
  if (OPERATOR_LISTEN === undefined) return
  if (OPERATOR_KEY === undefined) {
    throw new StartRefused('OPERATOR_LISTEN needs a key of your own: set OPERATOR_KEY too')
  }
  const { host, port: at } = OPERATOR_LISTEN
  if (METRICS_LISTEN?.port === at && METRICS_LISTEN.host === host) {
    throw new StartRefused(
      `METRICS_LISTEN must differ from OPERATOR_LISTEN, and both are ${host}:${at}`,
    )
  }
}

/** Ports of one host share their cookies, so the console shares its host with no page of partners. Source: requirements OPR-021. */
function requireOwnHost(
  consoleOrigin: string | undefined,
  others: Readonly<Record<string, string>>,
): void {
  if (consoleOrigin === undefined) return
  const host = new URL(consoleOrigin).hostname
  for (const [name, other] of Object.entries(others)) {
    if (new URL(other).hostname !== host) continue
    throw new StartRefused(
      `CONSOLE_ORIGIN must have a host of its own, and ${name} is at ${host} too`,
    )
  }
}

function isHost(value: string): boolean {
  const isName =
    /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/
  // What looks like an IPv4 address must be one: no name ends in a number.
  return isIP(value) !== 0 || (isName.test(value) && !/(^|\.)\d+$/.test(value))
}

/** True when only this machine reaches the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function isOrigin(value: string): boolean {
  const url = urlOf(value)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    (value === url.origin || value === `${url.origin}/`)
  )
}

function originAt(host: string, at: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${at}`
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${at}`
}

function listenOf(value: string): Listen | null {
  const [, ipv6, name, at] = /^(?:\[([\da-fA-F:.]+)\]|([^:]+)):([1-9]\d{0,4})$/.exec(value) ?? []
  const host = ipv6 ?? name ?? ''
  const isOne = ipv6 === undefined ? isHost(host) : isIP(host) === 6
  return isOne && Number(at) <= LARGEST_PORT ? { host, port: Number(at) } : null
}

function listOf(value: string): string[] {
  return value.split(',').map((item) => item.trim())
}

function isAddressRange(value: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(value) ?? []
  const version = isIP(address)
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128))
}

function urlOf(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null
}
