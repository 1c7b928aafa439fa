import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { CallReply, getBackups } from '@partner-office/contracts'

import { readKnownBackups, readPgBackRest, type RunProgram } from '../../core/backups.ts'
import type { Core } from '../../core/core.ts'

type Answer = CallReply<typeof getBackups>
type Backup = Omit<Answer['content'][number], 'isRestored'>

/** The last backup of each kind: of pgBackRest where it is set up, else the product's own. Source: requirements SYS-005. */
export async function readBackups(core: Core, runs?: RunProgram): Promise<Answer> {
  const { product, reported, restoreTest, hasRestoreFailed } = await readKnownBackups(
    core.database.read,
  )
  const ofPgBackRest = await readPgBackRest(runs)
  const backups: Backup[] =
    ofPgBackRest === null
      ? [
          ...known('product', 'office backup', product),
          ...known('report', 'office backups report', reported),
          ...(await beforeUpdate(core)),
        ]
      : ofPgBackRest.map((each) => ({ source: 'pgbackrest', ...each }))
  return {
    content: backups.map((each) => ({
      ...each,
      isRestored: restoreTest !== null && restoreTest > each.at,
    })),
    restoreTestAt: restoreTest,
    hasRestoreFailed,
  }
}

/** The size is not known: the file goes to whoever asks for it. */
const known = (source: Backup['source'], kind: string, at: number | null): Backup[] =>
  at === null ? [] : [{ source, kind, at, bytes: null }]

/** An embedded database is backed up beside itself before it is migrated. */
async function beforeUpdate({ uploads }: Core): Promise<Backup[]> {
  const directory = join(dirname(uploads), 'backups')
  const names = await readdir(directory).catch(() => [])
  const last = names
    .filter((name) => name.endsWith('.backup'))
    .toSorted()
    .at(-1)
  if (last === undefined) return []
  const { size, mtimeMs } = await stat(join(directory, last))
  return [{ source: 'product', kind: 'before an update', at: Math.round(mtimeMs), bytes: size }]
}
