import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { MIGRATIONS } from '../../apps/server/src/db/migrations/index.ts'

const ROOT = join(import.meta.dirname, '../..')
const STEPS = 'apps/server/src/db/migrations/'

/** The program of an older commit, installed in a folder of its own. */
export type ProgramBefore = { readonly folder: string; readonly commit: string; remove(): void }

/** Commits that merge work done side by side need not build. */
const MOST_TRIED = 6

/**
 * Installs and builds the program of a commit, by default of the newest one on this branch that builds and whose last migration is
 * older than today's.
 *
 * Refuses: a commit that does not exist or does not build; a branch whose newest older commits do not build.
 */
export function installProgramBefore(wanted: string | undefined): ProgramBefore {
  const names = wanted === undefined ? newestOlder() : [wanted]
  const commits = names.map((name) => git('rev-parse', '--short', `${name}^{commit}`).trim())
  const folder = mkdtempSync(join(tmpdir(), 'partner-office-before-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    // App processes run under an account of their own.
    chmodSync(folder, 0o755)
    for (const commit of commits) {
      if (builds(commit, folder)) return { folder, commit, remove }
      console.log(`${commit} does not build`)
    }
    throw new Error('There is no version before that builds: name one by --before')
  } catch (error) {
    remove()
    throw error
  }
}

/** Installs and builds a commit in a folder, and keeps the packages that another one has left there. */
function builds(commit: string, folder: string): boolean {
  for (const name of readdirSync(folder)) {
    if (name !== 'node_modules') rmSync(join(folder, name), { recursive: true })
  }
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  execFileSync(process.execPath, ['scripts/setup.mjs'], { cwd: folder, stdio: 'inherit' })
  const words = ['scripts/build-web.mjs']
  return spawnSync(process.execPath, words, { cwd: folder, stdio: 'ignore' }).status === 0
}

function newestOlder(): string[] {
  const commits = git('rev-list', '--first-parent', '-n', '500', 'HEAD').trim().split('\n')
  return firstOlder(commits, Object.keys(MIGRATIONS).at(-1)!, (commit) =>
    git('ls-tree', '--name-only', commit, STEPS).split('\n'),
  )
}

/** The first of some commits, newest first, none of whose migrations is as new as `today`. */
export function firstOlder(
  commits: readonly string[],
  today: string,
  filesOf: (commit: string) => readonly string[],
): string[] {
  const first = commits.findIndex((commit) =>
    filesOf(commit).every((path) => (/(\d{4}-.+)\.ts$/.exec(path)?.[1] ?? '') < today),
  )
  return first === -1 ? [] : commits.slice(first, first + MOST_TRIED)
}

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
