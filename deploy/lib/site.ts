import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { Refused } from './refused.ts'

/** A machine that runs PostgreSQL, Patroni and etcd. */
type DatabaseMachine = {
  readonly name: string
  readonly address: string
  /** From 1 on: pgBackRest counts its hosts. */
  readonly number: string
  /** Where the files of the machine begin; empty: at `/`. */
  readonly root: string
}

/** An app process and its ports: office, passport, operators (own machine, private network), metrics. */
type AppProcess = {
  readonly name: string
  readonly address: string
  readonly root: string
  readonly officePort: string
  readonly passportPort: string
  readonly ownOperatorsPort: string
  readonly operatorsPort: string
  readonly metricsPort: string
}

/** All addresses, names and secrets of a deployment. */
export type Site = {
  readonly values: Readonly<Record<string, string>>
  readonly databases: readonly DatabaseMachine[]
  readonly apps: readonly AppProcess[]
}

const SECRETS = [
  'DATABASE_PASSWORD',
  'REPLICATION_PASSWORD',
  'SUPERUSER_PASSWORD',
  'PATRONI_PASSWORD',
  'BACKUP_KEY',
  'OPERATOR_KEY',
] as const

const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['SMTP_URL', 'ROOT'])

/** The file that lists all variables with their defaults. */
export const VARIABLES_FILE = join(import.meta.dirname, '..', 'variables.env')

/** Reads a file of variables. Refuses: a file that cannot be read. */
export function readVariables(path: string): Record<string, string> {
  try {
    return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>
  } catch (error) {
    throw new Refused(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/**
 * Parses the variables of a deployment.
 *
 * Refuses: a variable that is missing, unknown or empty, a secret with other characters than letters and digits, a number of
 * database nodes other than three, a name or an address that is given twice.
 */
export function siteOf(variables: Readonly<Record<string, string>>): Site {
  requireVariables(variables)
  for (const name of SECRETS) requireSecret(name, variables[name]!)
  const rootOf = (name: string) => (variables['ROOT'] === '' ? '' : join(variables['ROOT']!, name))
  const databases = listOf('DATABASES', variables).map(([name, address], index) => ({
    name,
    address,
    number: String(index + 1),
    root: rootOf(name),
  }))
  const apps = listOf('APPS', variables).map(([name, place]) => ({
    name,
    root: rootOf(name),
    ...placeOf(name, place),
  }))
  if (databases.length !== 3) throw new Refused('DATABASES must name three machines')
  requireUnique([...databases, ...apps].map(({ name }) => name))
  requireUnique(databases.map(({ address }) => address))
  requireUnique(apps.map(({ address, officePort }) => `${address}:${officePort}`))
  return { values: variables, databases, apps }
}

function requireVariables(variables: Readonly<Record<string, string>>): void {
  const known = readVariables(VARIABLES_FILE)
  for (const name of Object.keys(known)) {
    if (variables[name] === undefined) throw new Refused(`${name} is missing in the variables`)
    if (variables[name] === '' && !MAY_BE_EMPTY.has(name)) throw new Refused(`${name} is empty`)
  }
  for (const name of Object.keys(variables)) {
    if (known[name] === undefined) throw new Refused(`${name} is no variable of the deployment`)
  }
}

/** Secrets stand in files of different syntax, so they hold nothing that any of them would read otherwise. */
function requireSecret(name: string, value: string): void {
  if (/^[A-Za-z0-9]{16,}$/.test(value)) return
  throw new Refused(`${name} must be 16 or more letters and digits: openssl rand -hex 24`)
}

function listOf(variable: string, variables: Readonly<Record<string, string>>): [string, string][] {
  return variables[variable]!.trim()
    .split(/\s+/)
    .map((item) => {
      const [, name, place] = /^([a-z][a-z0-9-]{0,20})=(\S+)$/.exec(item) ?? []
      if (name === undefined) throw new Refused(`${variable} must be name=address, not ${item}`)
      return [name, place!]
    })
}

function placeOf(name: string, place: string): Omit<AppProcess, 'name' | 'root'> {
  const [, address, first] = /^(.+):(\d{1,5})$/.exec(place) ?? []
  if (address === undefined || Number(first) > 65_531) {
    throw new Refused(`APPS must give ${name} an address and its first port, as 10.0.0.21:3000`)
  }
  const port = (offset: number) => String(Number(first) + offset)
  return {
    address,
    officePort: port(0),
    passportPort: port(1),
    ownOperatorsPort: port(2),
    operatorsPort: port(3),
    metricsPort: port(4),
  }
}

function requireUnique(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Refused(`${twice} is given twice`)
}
