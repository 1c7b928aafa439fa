import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { listFiles } from '../../business/files/shared-files.ts'
import type { Db } from '../../db/database.ts'
import type { Finding } from './finding.ts'

/** Folders of a data directory whose files replace those that all processes share. */
const OWN_FOLDERS = ['cdn', 'translations']

/** Files that this process has and others have not, or have otherwise. Source: cluster.md, D-194, OBS-009. */
export async function examineFiles(db: Db, dataDir: string): Promise<readonly Finding[]> {
  const shared = new Map((await listFiles(db)).map(({ path, sha256 }) => [path, sha256]))
  return ownFiles(dataDir)
    .filter((path) => shared.get(path) !== hashOf(join(dataDir, path)))
    .map((path) => ({
      code: 'file_of_one_process',
      problem: `${join(dataDir, path)} is not the file that all processes share.`,
      effect: 'Partners get another file or text from each process.',
      remedy: `office files put ${path} '${join(dataDir, path)}', or remove it from ${dataDir}`,
    }))
}

function ownFiles(dataDir: string): readonly string[] {
  return OWN_FOLDERS.flatMap((folder) => {
    try {
      return readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
    } catch {
      return []
    }
  }).toSorted()
}

const hashOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex')
