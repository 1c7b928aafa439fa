import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { MIGRATIONS } from '../../apps/server/src/db/migrations/index.ts'

const ROOT = join(import.meta.dirname, '../..')
const STEPS = 'apps/server/src/db/migrations/'

/** The program of an older commit, installed in a folder of its own. */
export type ProgramBefore = { readonly folder: string; readonly commit: string; remove(): void }

/**
 * Installs the program of a commit, by default of the newest one on this branch whose last migration is older than today's.
 *
 * Refuses: a commit that does not exist, and a branch without an older migration.
 */
export function installProgramBefore(wanted: string | undefined): ProgramBefore {
  const commit = git('rev-parse', '--short', `${wanted ?? newestOlder()}^{commit}`).trim()
  const folder = mkdtempSync(join(tmpdir(), 'partner-office-before-'))
  // App processes run under an account of their own.
  chmodSync(folder, 0o755)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    execFileSync(process.execPath, ['scripts/setup.mjs'], { cwd: folder, stdio: 'inherit' })
    return { folder, commit, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function newestOlder(): string {
  const commits = git('rev-list', '--first-parent', 'HEAD', '--', STEPS).trim().split('\n')
  const older = firstOlder(commits, Object.keys(MIGRATIONS).at(-1)!, (commit) =>
    git('ls-tree', '--name-only', commit, STEPS).split('\n'),
  )
  if (older === undefined) throw new Error('No commit has an older migration: name one by --before')
  return older
}

/** The first of some commits, newest first, none of whose migrations is as new as `today`. */
export const firstOlder = (
  commits: readonly string[],
  today: string,
  filesOf: (commit: string) => readonly string[],
): string | undefined =>
  commits.find((commit) =>
    filesOf(commit).every((path) => (/(\d{4}-.+)\.ts$/.exec(path)?.[1] ?? '') < today),
  )

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
