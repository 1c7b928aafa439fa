import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux keeps the files of this directory in memory. */
const MEMORY = '/dev/shm'
const NAME = /^partner-office-run-(\d+)-/
/** A whole run leaves most of this free. */
const WANTED_BYTES = 4 * 1024 ** 3

/**
 * Keeps the temporary files of this process and its children in memory, until the returned function removes them. They
 * stay on the disk if there is too little memory, or if TMPDIR is set.
 */
export function keepTemporaryFilesInMemory(): () => void {
  if (process.env['TMPDIR'] || !existsSync(MEMORY) || freeBytes() < WANTED_BYTES) return () => {}
  removeAbandoned()
  const directory = mkdtempSync(join(MEMORY, `partner-office-run-${process.pid}-`))
  // PostgreSQL runs under another account, which has to reach its own directory inside.
  chmodSync(directory, 0o755)
  process.env['TMPDIR'] = directory
  return () => {
    delete process.env['TMPDIR']
    rmSync(directory, { recursive: true, force: true })
  }
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem())
}

/** A killed run leaves its directory behind. What cannot be removed (it may be mounted elsewhere) takes only memory. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true })
    } catch (error) {
      process.stderr.write(
        `left behind by a killed run, and not removed: ${join(MEMORY, name)}: ${String(error)}\n`,
      )
    }
  }
}
