import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

import { Refused } from './refused.ts'
import { readVariables, type Site, siteOf, VARIABLES_FILE } from './site.ts'

/** How the machines of a trial are told apart: network namespaces with addresses of their own, or loopback addresses. */
export type Mode = 'namespaces' | 'loopback'

/** A cluster on one machine. */
export type Trial = {
  readonly folder: string
  readonly mode: Mode
  readonly site: Site
}

const PREFIX: Readonly<Record<Mode, string>> = { namespaces: '10.97.0', loopback: '127.97.0' }

/** Address of this machine on the bridge of the namespaces. */
export const HOST_ADDRESS = `${PREFIX.namespaces}.1`

const OWN_PROGRAM = join(import.meta.dirname, '..', '..')

/** Makes the variables of a trial: those of the deployment, with its own addresses, folder, sizes and secrets. */
export function newTrial(folder: string, mode: Mode, apps: number): Trial {
  const at = (host: number) => `${PREFIX[mode]}.${host}`
  const [office, passport] = [`${at(31)}:8080`, `${at(31)}:8081`]
  const names = Array.from({ length: apps }, (_, index) => index)
  const defaults = readVariables(VARIABLES_FILE)
  const secrets = Object.keys(defaults).filter((name) => /_(PASSWORD|KEY)$/.test(name))
  const variables = {
    ...defaults,
    DATABASES: [1, 2, 3].map((number) => `db${number}=${at(10 + number)}`).join(' '),
    // On loopback all processes share the address of their operators' ports, so that ports differ too.
    APPS: names.map((index) => `app${index + 1}=${at(21 + index)}:${3000 + 10 * index}`).join(' '),
    BALANCER: at(31),
    BACKUP: at(41),
    WATCH: at(51),
    NETWORK: mode === 'namespaces' ? `${at(0)}/24` : '127.0.0.0/8',
    PUBLIC_ORIGIN: `http://${office}`,
    PASSPORT_ORIGIN: `http://${passport}`,
    PUBLIC_BIND: office,
    PASSPORT_BIND: passport,
    SHARED_BUFFERS: '128MB',
    WAL_LIMIT: '256MB',
    DATABASE_MOUNT: process.getuid?.() === 0 ? `${folder}/db[0-9]/var/lib/postgresql` : '/',
    ROOT: folder,
    ACCOUNT: process.getuid?.() === 0 ? 'postgres' : userInfo().username,
    PROGRAM: OWN_PROGRAM,
    NODE: process.execPath,
    ...Object.fromEntries(secrets.map((name) => [name, randomBytes(24).toString('hex')])),
  }
  return { folder, mode, site: siteOf(variables) }
}

/** The same trial, whose app processes are started with the program of another folder from then on. */
export const withProgram = ({ site, ...trial }: Trial, program = OWN_PROGRAM): Trial => ({
  ...trial,
  site: { ...site, values: { ...site.values, PROGRAM: program } },
})

/** Keeps what later commands need to know. */
export function keepTrial({ folder, mode, site }: Trial): void {
  const lines = Object.entries(site.values).map(([name, value]) => `${name}=${value}`)
  writeFileSync(join(folder, 'variables.env'), `${lines.join('\n')}\n`, { mode: 0o600 })
  writeFileSync(join(folder, 'mode'), mode)
}

/** Reads the trial of a folder. Refuses: a folder without one. */
export function openTrial(folder: string): Trial {
  if (!existsSync(join(folder, 'mode'))) throw new Refused(`No cluster runs in ${folder}`)
  const mode = readFileSync(join(folder, 'mode'), 'utf8') as Mode
  return { folder, mode, site: siteOf(readVariables(join(folder, 'variables.env'))) }
}

/** Names of the machines of a trial, and their addresses. */
export const machinesOf = ({ values, databases, apps }: Site): Map<string, string> =>
  new Map([
    ...[...databases, ...apps].map(({ name, address }) => [name, address] as const),
    ['balancer', values['BALANCER']!],
    ['backup', values['BACKUP']!],
    ['watch', values['WATCH']!],
  ])
