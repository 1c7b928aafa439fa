import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import {
  fileNameShown,
  FormRefusal,
  type TicketFileKind,
  ticketFileProblem,
} from '@partner-office/domain'

import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { FormPart } from '../../input/form-parts.ts'
import { checkFile } from '../../uploads/check-file.ts'

/** A stored file of a ticket. Units: `size` in bytes. */
export type StoredFile = {
  readonly name: string
  readonly kind: TicketFileKind
  readonly size: number
}

/** The refusal of a ticket's files: one of them, their number or their size. */
export const filesRefused = (): FormRefusal =>
  new FormRefusal([{ field: 'files', code: 'validation_error' }])

/** Directory of the folders of this process. */
export const ticketsIn = ({ uploads }: Pick<Core, 'uploads'>): string => join(uploads, 'tickets')

/** Path of a ticket's file: a number in the ticket's folder, never a name from outside. */
export const pathOfFile = (core: Pick<Core, 'uploads'>, folder: string, place: number): string =>
  join(ticketsIn(core), folder, String(place))

/** Removes the files of a ticket. */
export const removeFolder = (core: Pick<Core, 'uploads'>, folder: string): Promise<void> =>
  rm(join(ticketsIn(core), folder), { recursive: true, force: true })

/** The files of one ticket while they arrive, in a folder that only the process's user can read. */
export class TicketFolder {
  readonly name: string
  readonly files: StoredFile[] = []
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
    this.name = core.newCode()
  }

  /**
   * Stores a file under its number; an image without metadata.
   *
   * Refuses: `validation_error` on `files`.
   * Source: requirements SUP-010 to SUP-013.
   */
  async store({ fileName, bytes, isCut }: FormPart & { kind: 'file' }): Promise<void> {
    const name = fileNameShown(fileName)
    const path = pathOfFile(this.#core, this.name, this.files.length)
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    const sent = { name, size: (await stat(path)).size }
    if (isCut() || ticketFileProblem(sent, this.files) !== null) throw filesRefused()
    const kind = await checkFile(path)
    if (kind === null) throw filesRefused()
    this.files.push({ name, kind, size: (await stat(path)).size })
  }

  remove(): Promise<void> {
    return removeFolder(this.#core, this.name)
  }
}

/** An upload may still run for this long before its ticket is stored. */
const UPLOAD_MS = 3_600_000

/**
 * Removes folders without a ticket: a process that is killed during an upload leaves one behind. On PostgreSQL also those whose
 * files were deleted at another process.
 */
export async function sweepFolders(core: Core): Promise<void> {
  const directory = ticketsIn(core)
  const names = await readdir(directory).catch(() => [])
  for (const name of names) {
    const { mtimeMs } = await stat(join(directory, name)).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs < UPLOAD_MS) continue
    if (!(await isKept(core, name))) await removeFolder(core, name)
  }
}

/** Whether a folder belongs to a ticket whose files are not deleted. */
async function isKept({ database: { kind, read } }: Core, folder: string): Promise<boolean> {
  const ticket = await read
    .selectFrom('tickets')
    .select('id')
    .where('folder', '=', folder)
    .executeTakeFirst()
  if (ticket === undefined || kind !== 'postgres') return ticket !== undefined
  const { rows } = await sql<{ kept: boolean }>`
    select exists (select from ticket_files where ticket_id = ${ticket.id} and not is_stored)
      or exists (select from ticket_file_parts where ticket_id = ${ticket.id}) as kept`.execute(
    read,
  )
  return rows[0]!.kept
}
