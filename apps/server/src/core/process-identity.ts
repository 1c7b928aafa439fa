import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The version of the program. */
export const PROGRAM_VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version

/** What tells a process from others on the same database. Two may have the same name. Units: epoch milliseconds. */
export type ProcessIdentity = {
  readonly id: string
  readonly name: string
  readonly startedAt: number
}

/** This process, from now on. */
export const newProcess = (name: string, startedAt: number): ProcessIdentity => ({
  id: randomUUID(),
  name,
  startedAt,
})
