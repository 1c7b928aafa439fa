import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { useOwnTexts } from '@partner-office/locales/read'

import { writeBackupOf } from '../db/backup.ts'
import { connectionName } from '../db/connection-budget.ts'
import { liveOwner, takeOwnership } from '../db/data-owner.mjs'
import { type Database, type Db, openDatabase } from '../db/database.ts'
import type { PostgresOptions } from '../db/postgres-pools.ts'
import { freeReserve, keepReserve } from '../db/upkeep.ts'
import type { Environment } from '../env.ts'
import { Network } from '../network/network.ts'
import { ClockWatch } from './clock-watch.ts'
import type { Core } from './core.ts'
import { FileLock } from '../turns/file-lock.ts'
import { figuresFile } from './figures-file.ts'
import { PlanBook } from '../plans/plan-book.ts'
import { makeDataDirectory } from './data-directory.ts'
import { Leadership } from './leadership.ts'
import { newInviteCode } from './new-invite-code.ts'
import { newProcess } from './process-identity.ts'
import { openSeal } from '../keys/seal-key.ts'
import { destroySecrets, readSecrets, replaceSecrets, sharedSecret } from '../keys/secrets.ts'
import { Semaphore } from '../turns/semaphore.ts'
import { seedDefaults } from '../plans/seed-defaults.ts'
import { DataOwned, StartRefused } from './start-refused.ts'
import { AT_ONCE } from '../input/limits.ts'

/** A core, and the call that closes it and releases the data. */
export type OpenCore = {
  readonly core: Core
  readonly leadership: Leadership
  close(): Promise<void>
}

type Options = {
  /** Port on which other processes reach this one, as the owner of the data; null: none. */
  readonly operatorPort: number | null
  /** False skips loading the figures of the network: the start is faster. */
  readonly figures: boolean
  /** True opens data that is sealed with another key, too, for commands that restore or renew the keys. */
  readonly anyKey?: boolean
  /** Fills a new embedded database, which appears filled or not at all. */
  readonly fillNew?: (core: Core) => Promise<void>
}

/**
 * Opens the database, the plans and the figures. This process then owns an embedded database alone.
 *
 * Refuses: `StartRefused`, when another process owns the data directory or the database cannot be reached.
 * Source: operations.md section 2; decisions D-141.
 */
export async function openCore(
  environment: Environment,
  { operatorPort, figures, anyKey = false, fillNew }: Options,
): Promise<OpenCore> {
  const { databaseUrl, dataDir } = environment
  useOwnTexts(join(dataDir, 'translations'), join(dataDir, 'shared', 'translations'))
  const how = {
    figures,
    anyKey,
    processName: environment.processName,
    consoleOrigin: environment.consoleOrigin ?? ownConsole(environment),
  }
  if (databaseUrl !== null) {
    const name = operatorPort === null ? {} : { name: connectionNameOf(environment) }
    return openOn(() => openPostgres({ url: databaseUrl, ...name }), dataDir, how)
  }

  const release = own(dataDir, operatorPort)
  try {
    keepReserve(dataDir)
    if (fillNew !== undefined) await makeFilled(dataDir, fillNew, how)
    const opened = await openOn(() => openEmbedded(dataDir, 'db'), dataDir, how)
    return { ...opened, close: () => opened.close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

type How = {
  readonly figures: boolean
  readonly anyKey: boolean
  readonly processName: string
  readonly consoleOrigin: string
}

const ownConsole = ({ operatorPort }: Environment): string => `http://localhost:${operatorPort}`

async function openOn(open: () => Promise<Database>, dataDir: string, how: How): Promise<OpenCore> {
  const database = await open()
  try {
    const leadership = new Leadership(database)
    const core = { ...(await coreOn(database, dataDir, how)), leadership }
    const unfollow = how.figures ? await core.network.follow(database) : async () => {}
    core.network.onStartedOver(() => {
      database.recent.forget()
      core.plans.forget()
    })
    return { core, leadership, close: () => unfollow().then(() => database.close()) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Fills a draft directory and renames it: an interrupted first start leaves no half-filled database. */
async function makeFilled(
  dataDir: string,
  fill: (core: Core) => Promise<void>,
  how: How,
): Promise<void> {
  const directory = join(dataDir, 'db')
  const draft = 'db.new'
  if (existsSync(directory)) return
  rmSync(join(dataDir, draft), { recursive: true, force: true })
  const { core, close } = await openOn(() => openEmbedded(dataDir, draft), dataDir, {
    ...how,
    figures: true,
    anyKey: false,
  })
  await fill(core).finally(close)
  renameSync(join(dataDir, draft), directory)
}

async function coreOn(
  database: Database,
  dataDir: string,
  { figures, anyKey, processName, consoleOrigin }: How,
): Promise<Omit<Core, 'leadership'>> {
  const clock = Date.now
  await seedDefaults(database, clock())
  const plans = new PlanBook()
  return {
    database,
    plans,
    network: figures
      ? await Network.load(database.long.read, plans.rulesSource(), {
          snapshot: figuresFile(dataDir),
        })
      : NO_FIGURES,
    clock,
    process: newProcess(processName, clock()),
    consoleOrigin,
    trustedClock: new ClockWatch(clock),
    uploads: join(dataDir, 'uploads'),
    storing: new Semaphore(AT_ONCE.storing, { mostQueued: AT_ONCE.storingQueued }),
    fileLock: new FileLock(),
    newCode: () => randomBytes(16).toString('hex'),
    newInviteCode,
    passwords: await openSeal(database, dataDir, { anyKey }),
    keys: {
      read: () => readSecrets(database, dataDir),
      replace: (keys) => replaceSecrets(database, dataDir, keys),
    },
    secret: async (name) => Buffer.from(await sharedSecret(database, dataDir, name), 'base64url'),
    destroySecrets: (tx, names) => destroySecrets(tx, { kind: database.kind, dataDir }, names),
  }
}

/** Placeholder for figures that were not loaded. */
const NO_FIGURES = {
  catchUp: async () => {},
  applyCommit: async () => {},
  hold: () => () => {},
  onStartedOver: () => {},
  get engine(): never {
    throw new Error('The figures were not loaded')
  },
} as unknown as Network

/** Takes the lock first: nothing but the reserve is touched before this process owns the directory. */
function own(dataDir: string, operatorPort: number | null): () => void {
  makeDataDirectory(dataDir)
  if (liveOwner(dataDir) === null) freeReserve(dataDir)
  const taken = takeOwnership(dataDir, { operatorPort })
  if ('owner' in taken) throw new DataOwned(dataDir, taken.owner.pid)
  return taken.release
}

function openEmbedded(dataDir: string, name: string): Promise<Database> {
  return openDatabase({
    directory: join(dataDir, name),
    beforeMigrating: (db) => keepBackup(join(dataDir, 'backups'), db),
  })
}

/** Source: decisions D-141, "backs up before migrating". */
async function keepBackup(directory: string, db: Db): Promise<void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const time = new Date().toISOString().replaceAll(':', '-')
  const file = join(directory, `before-update-${time}.backup`)
  await pipeline(writeBackupOf(db), createWriteStream(`${file}.part`, { flags: 'wx', mode: 0o600 }))
  renameSync(`${file}.part`, file)
}

/** Two processes may have the same name. */
const connectionNameOf = ({ processName }: Environment): string =>
  connectionName(processName, Date.now())

async function openPostgres(options: PostgresOptions): Promise<Database> {
  try {
    return await openDatabase(options)
  } catch (error) {
    throw new StartRefused(`DATABASE_URL cannot be used: ${reason(error)}`)
  }
}

/** Message of an error; when several addresses failed, that of the first. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
