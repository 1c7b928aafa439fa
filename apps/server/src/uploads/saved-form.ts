import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { FormRefusal } from '@partner-office/domain'

import { type FormPart, isTooManyFiles } from '../input/form-parts.ts'

/** A file of a form, with the name that its sender gave it, and where it is. */
export type SavedFile = { readonly name: string; readonly path: string }

/** A form with its files in a temporary directory. */
export type SavedForm = {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly SavedFile[]
}

/**
 * Saves the files of a form in a private temporary directory, so that memory stays flat whatever is sent, and deletes them
 * after `work`.
 *
 * Refuses: `validation_fail` on `field`, for a file that is too large, a file in another field, and too many files.
 */
export async function withSavedForm<T>(
  parts: AsyncIterable<FormPart>,
  field: string,
  work: (form: SavedForm) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-office-form-'))
  try {
    return await work(await save(parts, field, directory))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function save(
  parts: AsyncIterable<FormPart>,
  field: string,
  directory: string,
): Promise<SavedForm> {
  const notAccepted = new FormRefusal([{ field, code: 'validation_fail' }])
  const fields: Record<string, string> = {}
  const files: SavedFile[] = []
  try {
    for await (const part of parts) {
      if (part.kind === 'field') fields[part.name] = part.value
      else {
        if (part.name !== field) throw notAccepted
        const path = join(directory, String(files.length))
        await pipeline(part.bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        if (part.isCut()) throw notAccepted
        files.push({ name: part.fileName, path })
      }
    }
  } catch (error) {
    throw isTooManyFiles(error) ? notAccepted : error
  }
  return { fields, files }
}
