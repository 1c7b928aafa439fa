import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { FormRefusal } from '@partner-office/domain'
import { ALL_LANGUAGES } from '@partner-office/locales'

import type { FormPart } from '../../input/form-parts.ts'
import { checkFile } from '../../uploads/check-file.ts'
import { withSavedForm } from '../../uploads/saved-form.ts'

type Kind = 'pdf' | 'png' | 'jpeg'

/** A file that an operator has sent, checked by its whole content. */
export type Uploaded = {
  readonly language: string
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

type Expected = {
  readonly documents: string
  readonly kinds: readonly Kind[]
  /** Decides on the name before the file is stored. Refuses: a name that is none. */
  readonly requireName: (name: string, kind: Kind) => Promise<void>
}

/**
 * Stores a file of a form in the folder of a language, in place of one that is there: a reader gets the old file or the new one.
 *
 * Refuses: `validation_fail` on `file`, for none, one that is too large, and one that is not whole or of another kind; on `language`
 * and `name`, for what is none.
 * Source: requirements CNF-007, CNF-008.
 */
export function storeUpload(
  parts: AsyncIterable<FormPart>,
  { documents, kinds, requireName }: Expected,
): Promise<Uploaded> {
  return withSavedForm(parts, 'file', async ({ fields, files }) => {
    const { language = '', name = '' } = fields
    const [file] = files
    if (!ALL_LANGUAGES.some((known) => known === language)) throw notAccepted('language')
    if (file === undefined) throw notAccepted('file')
    const kind = await checkFile(file.path)
    const accepted = kinds.find((each) => each === kind)
    if (accepted === undefined) throw notAccepted('file')
    await requireName(name, accepted)
    const content = await readFile(file.path)
    await replaceFile(join(documents, language), name, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    return { language, name, bytes: content.length, sha256 }
  })
}

/** The refusal of a form because of a field. */
export const notAccepted = (field: string): FormRefusal =>
  new FormRefusal([{ field, code: 'validation_fail' }])

async function replaceFile(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const written = join(folder, `.${randomUUID()}`)
  try {
    await writeFile(written, content, { flag: 'wx', mode: 0o644 })
    await rename(written, join(folder, name))
  } finally {
    await rm(written, { force: true })
  }
}
