import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { listFiles, type SharedFile } from './shared-files.ts'

/** Folder of a data directory with the files that were given at any process. A process's own files replace them. */
export const SHARED_FOLDER = 'shared'

/**
 * Keeps the shared files in a folder of this process, where pages and texts read them.
 *
 * The database decides which files there are: a file whose row is removed, or missing after a restore, is deleted here too.
 * Source: cluster.md, CLU-027.
 */
export class MirroredFiles {
  readonly #core: Core
  readonly #folder: string
  /** State of the table that the folder equals; null before the first look. */
  #seen: string | null = null
  #known = new Map<string, string>()

  constructor(core: Core, dataDir: string) {
    this.#core = core
    this.#folder = join(dataDir, SHARED_FOLDER)
  }

  /** Brings the folder up to date, if a file was given or removed. */
  async follow(): Promise<void> {
    const { read } = this.#core.database
    const state = await stateOf(read)
    if (state === this.#seen) return
    const files = await listFiles(read)
    const present = files.filter(({ bytes }) => bytes !== null)
    if (this.#seen === null) this.#known = await this.#keepOnly(present)
    for (const file of present) await this.#bring(file)
    const wanted = new Set(present.map(({ path }) => path))
    for (const path of this.#known.keys()) if (!wanted.has(path)) await this.#remove(path)
    this.#seen = state
  }

  /** At the start: what is whole stays; the folder may hold files of a database that was replaced. */
  async #keepOnly(files: readonly SharedFile[]): Promise<Map<string, string>> {
    const wanted = new Map(files.map(({ path, sha256 }) => [path, sha256]))
    const known = new Map<string, string>()
    for (const path of await readdir(this.#folder, { recursive: true }).catch(() => [])) {
      const content = await readFile(join(this.#folder, path)).catch(() => null)
      // A folder.
      if (content === null) continue
      const sha256 = hashOf(content)
      if (wanted.get(path) === sha256) known.set(path, sha256)
      else await this.#remove(path)
    }
    return known
  }

  async #bring({ path, sha256 }: SharedFile): Promise<void> {
    if (this.#known.get(path) === sha256) return
    const row = await this.#core.database.read
      .selectFrom('sharedFiles')
      .select('content')
      .where('path', '=', path)
      .executeTakeFirst()
    // Removed, or given again meanwhile: the next look finds it.
    if (!row?.content || hashOf(row.content) !== sha256) return
    await this.#write(path, row.content)
    this.#known.set(path, sha256)
  }

  async #write(path: string, content: Buffer): Promise<void> {
    const place = join(this.#folder, path)
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    // Another process may have the same data directory.
    const part = `${place}.${process.pid}`
    await writeFile(part, content, { mode: 0o600 })
    await rename(part, place)
  }

  async #remove(path: string): Promise<void> {
    await rm(join(this.#folder, path), { force: true })
    this.#known.delete(path)
  }
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Differs after each change, in whatever order changes are committed. */
async function stateOf(db: Db): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select count(*) || ' ' || coalesce(sum(change), 0) as state from shared_files`.execute(db)
  return rows[0]!.state
}
