import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

import {
  FEW_COLLECTIONS,
  inheritedVariables,
  SHORT_LIVED,
} from '../apps/server/src/testing/child-variables.ts'
import { freePorts } from '../apps/server/src/testing/free-ports.ts'
import { SHIFT_MS } from './clock.mjs'

/** The addresses and directories of the product under test, for every process of the run. */
export type Product = {
  readonly office: string
  readonly passport: string
  readonly operators: string
  readonly operatorKey: string
  readonly dataDir: string
  /** Its complete log. */
  readonly log: string
  /** Where specs record secrets and the addresses that pages request. */
  readonly secrets: string
  readonly addresses: string
}

const ROOT = join(import.meta.dirname, '..')
const VARIABLE = 'PRODUCT_UNDER_TEST'
/** The data directory with an empty database that each product of the run copies. */
const EMPTY_DATA = 'EMPTY_DATA_OF_RUN'
const READY_WITHIN_MS = 120_000
/** The product under test has the clock of the run. */
const CLOCK = ['--import', join(import.meta.dirname, 'clock.mjs')]

/** The product under test. */
export function product(): Product {
  const published = process.env[VARIABLE]
  if (published === undefined) throw new Error('No product was started for this run')
  return JSON.parse(published) as Product
}

/** Passes the location of the product to every process of the run. */
export function publishProduct(started: Product): void {
  process.env[VARIABLE] = JSON.stringify(started)
}

/**
 * Lets the product create an empty database, for all products of the run: creating one takes longer than a start. Returns
 * what removes it.
 */
export async function makeEmptyData(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-office-e2e-empty-'))
  const DATA_DIR = join(folder, 'data')
  const env = { ...inheritedVariables(), CLOCK_SHIFT_MS: String(SHIFT_MS), DATA_DIR, DEMO: 'off' }
  const words = [
    ...SHORT_LIVED,
    ...CLOCK,
    join(ROOT, 'apps/server/src/office.ts'),
    'config',
    'list',
  ]
  await promisify(execFile)(process.execPath, words, { env })
  process.env[EMPTY_DATA] = DATA_DIR
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * Starts the real product on an empty database; `stop` fails if it does not end as it should.
 *
 * Browsers know passkeys only for names, such as `localhost`, not for IP addresses.
 */
export async function startProduct({
  passportHost = '127.0.0.1',
  options = FEW_COLLECTIONS,
} = {}): Promise<{
  product: Product
  /** Sets its clock `JUMP_MS` ahead. */
  jumpClock(): void
  stop(): Promise<void>
}> {
  const ports = await freePorts()
  const folder = mkdtempSync(join(tmpdir(), 'partner-office-e2e-'))
  const started = {
    office: `http://127.0.0.1:${ports.PORT}`,
    passport: `http://${passportHost}:${ports.PASSPORT_PORT}`,
    operators: `http://127.0.0.1:${ports.OPERATOR_PORT}`,
    operatorKey: randomBytes(16).toString('hex'),
    dataDir: join(folder, 'data'),
    log: join(folder, 'server.log'),
    secrets: join(folder, 'secrets'),
    addresses: join(folder, 'addresses'),
  }
  for (const file of [started.secrets, started.addresses]) writeFileSync(file, '')
  cpSync(process.env[EMPTY_DATA]!, started.dataDir, { recursive: true })
  const child = run(started, { ports, options })
  await untilReady(child, started)
  return {
    product: started,
    jumpClock: () => void child.kill('SIGUSR2'),
    stop: async () => {
      try {
        await stop(child, started)
      } finally {
        keepLog(started)
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

function run(
  { passport, dataDir, operatorKey, log }: Product,
  { ports, options }: { ports: Record<string, string>; options: readonly string[] },
): ChildProcess {
  const file = openSync(log, 'w')
  const child = spawn(
    process.execPath,
    [...options, ...CLOCK, join(ROOT, 'apps/server/src/main.ts')],
    {
      env: {
        ...inheritedVariables(),
        CLOCK_SHIFT_MS: String(SHIFT_MS),
        ...ports,
        PASSPORT_ORIGIN: passport,
        DATA_DIR: dataDir,
        OPERATOR_KEY: operatorKey,
        DEMO: 'off',
      },
      stdio: ['ignore', file, file],
    },
  )
  closeSync(file)
  process.on('exit', () => child.kill('SIGKILL'))
  return child
}

async function untilReady(child: ChildProcess, { office, log }: Product): Promise<void> {
  const giveUpAt = Date.now() + READY_WITHIN_MS
  while (!(await isReady(office))) {
    if (isRunning(child) && Date.now() < giveUpAt) await wait(50)
    else throw new Error(`The product did not start:\n${lastLines(log)}`)
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

const isReady = (office: string): Promise<boolean> =>
  fetch(`${office}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

async function stop(child: ChildProcess, { log }: Product): Promise<void> {
  const ended = isRunning(child) ? once(child, 'exit') : null
  child.kill('SIGTERM')
  await ended
  const { exitCode, signalCode } = child
  if (exitCode === 0) return
  throw new Error(`The product ended with ${exitCode ?? signalCode}:\n${lastLines(log)}`)
}

/** Keeps the log of the product after the run. */
function keepLog({ log }: Product): void {
  const folder = join(ROOT, 'reports')
  mkdirSync(folder, { recursive: true })
  copyFileSync(log, join(folder, 'e2e-server.log'))
}

const lastLines = (file: string): string =>
  readFileSync(file, 'utf8').split('\n').slice(-20).join('\n')
