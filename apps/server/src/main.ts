import { once } from 'node:events'

import { pino } from 'pino'

import { StartRefused } from './core/start-refused.ts'
import { demoCodeAt } from './demo/demo-code.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, DEMO_SECRET } from './demo/fill-demo.ts'
import { type Environment, readEnvironment } from './env.ts'
import { Serving } from './serving.ts'

const STOP_WITHIN_MS = 9_000
const LOG_WITHIN_MS = 5_000
/** Said by `npm start`, which builds the pages meanwhile. */
const PAGES_FOLLOW = '--pages-follow'

/** Handles signals from the first moment on: the process may be stopped while it still starts. */
function stopOnSignals(): (serving: Serving) => void {
  let serving: Serving | null = null
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    // The database rolls unfinished work back, as after a crash; acknowledged work is not lost.
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
    await serving?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop())
  return (started) => (serving = started)
}

async function main(): Promise<void> {
  const onceStarted = stopOnSignals()
  const environment = readEnvironment(process.env)
  const log = pino.destination({ sync: false })
  const base = { pid: process.pid, process: environment.processName }
  const logger = pino({ level: environment.logLevel, base }, log)
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the process cannot go on')
    process.exit(1)
  })
  try {
    const serving = await Serving.start(environment, logger, pagesBuilt())
    onceStarted(serving)
    logger.info({ ...addresses(environment), demo: environment.demo }, 'ready')
    // A level above writes nothing, so there is nothing to wait for.
    if (logger.isLevelEnabled('info')) await written(log)
    printAddresses(environment, serving)
  } catch (error) {
    if (!(error instanceof StartRefused)) logger.fatal({ err: error }, 'the start failed')
    throw error
  }
}

/** Waits until the parent process has built the pages; a start without it finds them built. */
async function pagesBuilt(): Promise<void> {
  if (!process.argv.includes(PAGES_FOLLOW)) return
  const [said] = await Promise.race([once(process, 'message'), once(process, 'disconnect')])
  if (said === undefined) throw new Error('The process that builds the pages is gone')
  process.disconnect()
}

/** Waits until the log is written, so that its lines do not bury the addresses; gives up on a reader that hangs. */
const written = (log: ReturnType<typeof pino.destination>): Promise<unknown> =>
  once(log, 'drain', { signal: AbortSignal.timeout(LOG_WITHIN_MS) }).catch(() => null)

const addresses = ({ publicOrigin, passportOrigin, operatorPort }: Environment) => ({
  office: publicOrigin,
  passport: passportOrigin,
  operators: `http://127.0.0.1:${operatorPort}`,
})

/** Prints the addresses for a person at the terminal; the log has them for machines. */
function printAddresses(environment: Environment, { invitations }: Serving): void {
  const { office, passport, operators } = addresses(environment)
  const lines = [
    '',
    `Back office   ${office}`,
    `Passport      ${passport}`,
    `Operators     ${operators} (this machine only)`,
    `Console       ${consoleOf(environment)}`,
    ...invitations.map(({ email, link }) => `  ${email}: ${link}`),
    ...(environment.demo
      ? [
          `Demo sign-in  ${DEMO_EMAIL} / ${DEMO_PASSWORD}, authenticator ${DEMO_SECRET}`,
          `Demo code     ${demoCodeAt(Date.now())} (a new one every 30 s: npm run -s office -- demo code)`,
        ]
      : []),
    ...(environment.databaseUrl === null ? ['', POWER_CUT] : []),
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
}

const consoleOf = ({ consoleOrigin, operatorPort }: Environment): string =>
  `${consoleOrigin ?? `http://localhost:${operatorPort}`}/console`

const POWER_CUT =
  'Embedded database: a power cut may lose the last moments. For real money use PostgreSQL (DATABASE_URL).'

// What this process creates, the files of the database too, is for its own account only.
process.umask(0o077)

// The reader of our log may close its end; the process goes on.
process.stderr.on('error', () => {})

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
