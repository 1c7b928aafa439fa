import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'

import { Refused } from './refused.ts'
import { run, tried } from './run.ts'
import type { Trial } from './trial.ts'

const SIZE = '1g'
const MOST_TRIES = 20

const diskOf = (folder: string, machine: string): string =>
  join(folder, machine, 'var/lib/postgresql')

const fillerOf = (disk: string): string => join(disk, 'filler')

/** True where this account may give each database node a disk of its own, in memory. */
export const mayMount = (): boolean => process.getuid?.() === 0

/** Mounts a disk for each database node. */
export function mountDisks({ folder, site }: Trial): void {
  for (const { name } of site.databases) {
    const options = `size=${SIZE},mode=0700,uid=${idOf('-u')},gid=${idOf('-g')}`
    run('mount', '-t', 'tmpfs', '-o', options, `partner-office-${name}`, diskOf(folder, name))
  }
}

const idOf = (flag: string): string => run('id', flag, 'postgres').trim()

/** Unmounts the disks of a folder. */
export function unmountDisks(folder: string): void {
  for (const disk of mountedIn(folder)) if (!tried('umount', disk)) run('umount', '-l', disk)
}

/** Disks that are mounted in a folder. */
export const mountedIn = (folder: string): string[] =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))

/**
 * Fills the disk of a database node until `leaveMb` MB are free.
 *
 * Refuses: a machine without a disk of its own.
 */
export function fillDisk({ folder }: Trial, machine: string, leaveMb: number): void {
  const disk = diskOf(folder, machine)
  if (!mountedIn(folder).includes(disk)) {
    throw new Refused(`${machine} has no disk of its own here: only root can fill one`)
  }
  closeSync(openSync(fillerOf(disk), 'a'))
  // What the machine writes meanwhile leaves less room than was measured.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) if (fillOnce(disk, leaveMb)) return
  throw new Refused(`${machine} writes faster than its disk can be filled`)
}

/** Grows or cuts the filler, without giving room back in between; false: there was less room than measured. */
function fillOnce(disk: string, leaveMb: number): boolean {
  const filler = fillerOf(disk)
  const { bavail, bsize } = statfsSync(disk)
  const { size } = statSync(filler)
  const bytes = Math.max(0, size + bavail * bsize - leaveMb * 2 ** 20)
  if (bytes > size) return tried('fallocate', '-l', String(bytes), filler)
  truncateSync(filler, bytes)
  return true
}

/** Gives back what `fillDisk` has taken. */
export function emptyDisk(folder: string, machine: string): void {
  const filler = fillerOf(diskOf(folder, machine))
  if (existsSync(filler)) rmSync(filler)
}
