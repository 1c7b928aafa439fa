import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type PgbenchRun = {
  readonly clients: number
  readonly seconds: number
  /** The script of one transaction; TPC-B if undefined. */
  readonly script?: string
  /** The variables of the script. */
  readonly variables?: Readonly<Record<string, string | number>>
  /** The role that runs the statements. */
  readonly role?: string
}

/** PostgreSQL's own load generator: the yardstick, and a driver with very little overhead. */
export class Pgbench {
  readonly #program: string
  readonly #url: string

  /** `origin`: the directory of the server's programs, if known. */
  constructor(origin: string, url: string) {
    const beside = join(origin, 'pgbench')
    this.#program = existsSync(beside) ? beside : 'pgbench'
    this.#url = url
  }

  /** Creates the tables of TPC-B: 100,000 accounts per unit of `scale`. */
  async fill(scale: number): Promise<void> {
    await run(this.#program, ['-i', '-q', '-s', String(scale), this.#url])
  }

  /** Runs a script; returns transactions per second. */
  async measure({ clients, seconds, script, variables = {}, role }: PgbenchRun): Promise<number> {
    const words = ['-n', '-M', 'prepared', '-c', clients, '-j', Math.min(clients, 2), '-T', seconds]
    if (script !== undefined) words.push('-f', script)
    for (const [name, value] of Object.entries(variables)) words.push('-D', `${name}=${value}`)
    const env = { ...process.env, ...(role !== undefined && { PGOPTIONS: `-c role=${role}` }) }
    const { stdout } = await run(this.#program, [...words.map(String), this.#url], { env })
    const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0)
    const [, tps] = /^tps = ([\d.]+)/m.exec(stdout) ?? []
    if (tps === undefined || failed > 0) throw new Error(`pgbench did not measure:\n${stdout}`)
    return Number(tps)
  }
}
