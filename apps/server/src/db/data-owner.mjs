// Plain JavaScript on purpose: the start script asks these questions before anything is installed or built.
import {
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * Who owns a data directory.
 * @typedef {{ pid: number, startTime: string, bootId: string, operatorPort: number | null, released: boolean }} DataOwner
 */

/**
 * The live process that owns a data directory, or null when it is free.
 *
 * A process is the owner only while its pid, its start time and the machine's boot are all the recorded ones, so a
 * recycled pid never keeps a directory locked.
 * @param {string} dataDir
 * @returns {DataOwner | null}
 */
export function liveOwner(dataDir) {
  const generation = newestGeneration(dataDir)
  const owner = generation === 0 ? null : readOwner(dataDir, generation)
  return owner !== null && isAlive(owner) ? owner : null
}

/**
 * Take the data directory for this process, or name the process that has it.
 *
 * Each owner is a file with the next number, made by a hard link, which only one process can win. The newest file is
 * never deleted, so a slow process cannot take a number that has been used: after taking one it looks again.
 * @param {string} dataDir
 * @param {{ operatorPort?: number | null }} [about]
 * @returns {{ release: () => void } | { owner: DataOwner }}
 */
export function takeOwnership(dataDir, { operatorPort = null } = {}) {
  mkdirSync(lockDir(dataDir), { recursive: true, mode: 0o700 })
  const me = {
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? '',
    bootId: bootId(),
    operatorPort,
    released: false,
  }
  for (;;) {
    const owner = liveOwner(dataDir)
    if (owner !== null) return { owner }

    const generation = newestGeneration(dataDir) + 1
    if (!createOwnerFile(dataDir, generation, me)) continue
    if (newestGeneration(dataDir) !== generation) {
      rmSync(ownerFile(dataDir, generation), { force: true })
      continue
    }
    removeOlder(dataDir, generation)
    return { release: () => markReleased(dataDir, generation, me) }
  }
}

/** @param {string} dataDir */
const lockDir = (dataDir) => join(dataDir, 'owner')

/** @param {string} dataDir @param {number} generation */
const ownerFile = (dataDir, generation) => join(lockDir(dataDir), `${generation}.json`)

/** @param {string} dataDir */
function newestGeneration(dataDir) {
  try {
    const numbers = readdirSync(lockDir(dataDir)).map((name) => /^(\d+)\.json$/.exec(name)?.[1])
    return Math.max(0, ...numbers.map((number) => Number(number ?? 0)))
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return 0
    throw error
  }
}

/** @param {string} dataDir @param {number} generation @returns {DataOwner | null} */
function readOwner(dataDir, generation) {
  try {
    return JSON.parse(readFileSync(ownerFile(dataDir, generation), 'utf8'))
  } catch {
    return null
  }
}

/** @param {DataOwner} owner */
function isAlive(owner) {
  if (owner.released || owner.bootId !== bootId()) return false
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return false
  }
  return (startTimeOf(owner.pid) ?? owner.startTime) === owner.startTime
}

/** @param {string} dataDir @param {number} generation @param {DataOwner} me */
function createOwnerFile(dataDir, generation, me) {
  const draft = join(lockDir(dataDir), `draft-${process.pid}-${process.hrtime.bigint()}`)
  writeFileSync(draft, JSON.stringify(me), { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, ownerFile(dataDir, generation))
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** @param {string} dataDir @param {number} generation */
function removeOlder(dataDir, generation) {
  for (const name of readdirSync(lockDir(dataDir))) {
    const number = Number(/^(\d+)\.json$/.exec(name)?.[1] ?? generation)
    if (number < generation) rmSync(join(lockDir(dataDir), name), { force: true })
  }
}

/** @param {string} dataDir @param {number} generation @param {DataOwner} me */
function markReleased(dataDir, generation, me) {
  writeFileSync(ownerFile(dataDir, generation), JSON.stringify({ ...me, released: true }))
}

/** The kernel's start time of a process, which a recycled pid does not share. @param {number} pid */
function startTimeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/** Differs after every boot, and in every process namespace, whose pids mean nothing to us. */
function bootId() {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return 'unknown'
  }
}
