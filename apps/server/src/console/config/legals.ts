import { statSync } from 'node:fs'
import { join } from 'node:path'

import type { CallReply, getConsoleLegals, postLegalsPreview } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { DEFAULT_LANGUAGE, offeredLanguages } from '@partner-office/locales'
import { sql } from 'kysely'

import { TERMS_SETTINGS, termsOf } from '../../business/partners/legals.ts'
import { changeSettings, settingProblem } from '../../business/settings/change-settings.ts'
import { readSettings } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import type { FormPart } from '../../input/form-parts.ts'
import type { Console } from '../console.ts'
import { within } from '../within.ts'
import { notAccepted, storeUpload, type Uploaded } from './upload.ts'

/** A document and its file. */
export type Entry = { readonly name: string; readonly file: string }

type Legals = CallReply<typeof getConsoleLegals>

/** The documents, where each offered language has its file from, and how many partners have accepted them. */
export async function readLegals({ core, documents }: Console): Promise<Legals> {
  const { read } = core.database
  const settings = await readSettings(read, [...TERMS_SETTINGS, 'languages'])
  const entries = JSON.parse(settings.legalDocuments) as Entry[]
  const content = entries.map(({ name, file }) => ({
    name,
    file,
    languages: offeredLanguages(settings.languages).map((language) => ({
      language,
      ...sourceOf(documents, language, file),
    })),
  }))
  const accepted = await countAccepted(read, settings)
  return { content, version: termsOf(settings).version, accepted }
}

type Source = Pick<Legals['content'][number]['languages'][number], 'source' | 'bytes' | 'changedAt'>

/** As pages serve it: the language's own file, else the English one, else the sample of the product. */
function sourceOf(documents: string, language: string, file: string): Source {
  const own = statSync(join(documents, language, file), { throwIfNoEntry: false })
  if (own !== undefined) {
    return { source: 'own', bytes: own.size, changedAt: Math.floor(own.mtimeMs) }
  }
  const english = statSync(join(documents, DEFAULT_LANGUAGE, file), { throwIfNoEntry: false })
  return { source: english === undefined ? 'sample' : 'english', bytes: null, changedAt: null }
}

async function countAccepted(db: Db, settings: Parameters<typeof termsOf>[0]): Promise<number> {
  const { product, version } = termsOf(settings)
  const { rows } = await sql<{ partners: number }>`
    select count(*)::integer as partners from legal_acceptances a join partners p on p.id = a.partner_id
    where a.product = ${product} and a.version = ${version} and p.erased_at is null`.execute(db)
  return rows[0]!.partners
}

const settingOf = (documents: readonly Entry[]) => ({
  name: 'legalDocuments',
  value: JSON.stringify(documents.map(({ name, file }) => ({ name, file }))),
})

/** How many partners would have to accept again, and what is wrong with a list. */
export async function previewLegals(
  db: Db,
  documents: readonly Entry[],
): Promise<CallReply<typeof postLegalsPreview>> {
  const change = settingOf(documents)
  const settings = await readSettings(db, TERMS_SETTINGS)
  const next = termsOf({ ...settings, legalDocuments: change.value })
  const isSame = next.version === termsOf(settings).version
  return {
    again: isSame ? 0 : await countAccepted(db, settings),
    problem: settingProblem(change)?.problem ?? null,
  }
}

/** Replaces the list of documents. Refuses: `validation_error`; `changed_meanwhile`. */
export async function replaceLegals(
  core: Core,
  { documents, version }: { readonly documents: readonly Entry[]; readonly version: string },
): Promise<void> {
  const { name, value } = settingOf(documents)
  await core.database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('partner-office: settings'))`.execute(tx)
    const settings = await readSettings(tx, TERMS_SETTINGS)
    if (termsOf(settings).version !== version) throw new Refusal('changed_meanwhile')
    await changeSettings(within(core, tx), { [name]: value })
  })
}

/** Stores the PDF of a document. Refuses: as `storeUpload`; `not_found`, for a file that no document names. */
export async function storeLegalFile(
  { core, documents }: Console,
  parts: AsyncIterable<FormPart>,
): Promise<Uploaded> {
  const { legalDocuments } = await readSettings(core.database.read, TERMS_SETTINGS)
  const files = (JSON.parse(legalDocuments) as Entry[]).map(({ file }) => file)
  const requireName = async (name: string) => {
    if (!files.includes(name)) throw new Refusal('not_found', { field: 'name' })
  }
  return storeUpload(parts, { documents, kinds: ['pdf'], requireName })
}

const PICTURE = /^[A-Za-z0-9][\w.-]{0,99}\.(jpe?g|png)$/

/** Stores a picture for posts of a language. Refuses: as `storeUpload`; `validation_fail` on `name`, for one that posts cannot name. */
export function storePicture(
  { documents }: Console,
  parts: AsyncIterable<FormPart>,
): Promise<Uploaded> {
  const requireName = async (name: string, kind: string) => {
    const isNamed = PICTURE.test(name) && name.endsWith('.png') === (kind === 'png')
    if (!isNamed) throw notAccepted('name')
  }
  return storeUpload(parts, { documents, kinds: ['png', 'jpeg'], requireName })
}
