// Runs with whatever Node.js the machine has (20 or newer), before anything is installed: built-in modules only.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { liveOwner } from '../apps/server/src/db/data-owner.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.setup-stamp')
const LOCK = join(ROOT, '.setup-lock')

/** @type {'start' | 'office' | string} */
const purpose = process.argv[2] ?? ''
/** The product runs without the tools of its developers, which take longer to install than the rest. */
const needsTools = purpose !== 'start' && purpose !== 'office'
const dataDir = resolve(process.env['DATA_DIR'] || '.data')

const owner = process.env['DATABASE_URL'] ? null : ownerOf(dataDir)
if (owner !== null && purpose === 'start') {
  fail(
    `The data directory ${dataDir} is in use by process ${owner.pid}; stop it first, or set another DATA_DIR`,
  )
}
if (!isFresh()) {
  if (owner !== null && purpose === 'office' && existsSync(MODULES)) {
    // What runs has loaded the packages that would be taken away under it.
    say(`process ${owner.pid} runs on other packages than these files ask for; restart it`)
  } else {
    await alone(install)
  }
}

/** A path that is no directory has no owner; the start reports the problem. @param {string} directory */
function ownerOf(directory) {
  try {
    return liveOwner(directory)
  } catch {
    return null
  }
}

/** Whether what is installed is what the package files ask for. */
function isFresh() {
  return installed() === wantedStamp(true) || (!needsTools && installed() === wantedStamp(false))
}

/** The stamp of what is installed. */
function installed() {
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : ''
}

/** @param {boolean} withTools */
function wantedStamp(withTools) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of ['package-lock.json', 'package.json', ...workspacePackages()]) {
    hash.update(`\n${file}\n`).update(readFileSync(join(ROOT, file)))
  }
  return `${hash.digest('hex')} ${withTools ? 'with tools' : 'to run'}`
}

/** @returns {string[]} */
function workspacePackages() {
  return ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .toSorted()
      .map((name) => join(folder, name, 'package.json'))
      .filter((file) => existsSync(join(ROOT, file))),
  )
}

async function install() {
  if (isFresh()) return
  say('installing packages ...')
  const wanted = wantedStamp(needsTools)
  const status = await installPackages()
  if (status !== 0) fail('npm could not install the packages; what it said is above')
  writeFileSync(STAMP, wanted)
}

async function installPackages() {
  // A server may run on the packages that are there: the tools come beside them, and nothing is taken away.
  if (installed() === wantedStamp(false)) return (await npm('install')).status
  const clean = await npm('ci')
  // A lock file that does not know this platform's packages, say.
  return clean.stderr.includes('EUSAGE') ? (await npm('install')).status : clean.status
}

/**
 * @param {'ci' | 'install'} command
 * @returns {Promise<{ status: number | null, stderr: string }>}
 */
function npm(command) {
  const words = [
    command,
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    needsTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
  ]
  // The npm that runs this script, whatever the order of PATH.
  const own = process.env['npm_execpath']
  const [program, args] = own ? [process.execPath, [own, ...words]] : ['npm', words]
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 2, 'pipe'],
    env: { ...process.env, NODE_ENV: 'development' },
  })
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
    process.stderr.write(chunk)
  })
  return new Promise((done) => {
    child.on('error', () => done({ status: 1, stderr }))
    child.on('close', (status) => done({ status, stderr }))
  })
}

/**
 * Do something while no other process of this checkout does it: two installations at once spoil each other.
 * @param {() => Promise<void>} work
 */
async function alone(work) {
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    if (isAbandoned()) rmSync(LOCK, { force: true })
    else await wait(500)
  }
  process.on('exit', () => rmSync(LOCK, { force: true }))
  await work()
}

function isAbandoned() {
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8') || process.pid), 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * @param {string} line
 * @returns {never}
 */
function fail(line) {
  say(line)
  process.exit(1)
}
