import { createHash } from 'node:crypto'

import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'

/** Largest file of the operators. Units: bytes. */
export const MOST_FILE_BYTES = 4 * 1024 * 1024

const DOCUMENT = /^cdn\/[a-z]{2}\/[A-Za-z0-9][\w.-]*\.(pdf|jpe?g|png|webp)$/
const TEXTS = /^translations\/(?!en\/)[a-z]{2}\/(?:shared|office|passport|mail|statement)\.json$/

/** How files of a type begin. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  pdf: /^%PDF-/,
  jpg: /^\xFF\xD8\xFF/,
  jpeg: /^\xFF\xD8\xFF/,
  png: /^\x89PNG\r\n/,
  webp: /^RIFF[^]{4}WEBP/,
}
const BEGINNING_BYTES = 16

/** A file that an operator has given to all processes. */
export type SharedFile = {
  readonly path: string
  readonly sha256: string
  /** Null for a file that was removed. */
  readonly bytes: number | null
}

/**
 * Stores a file for all processes, in place of one with the same path.
 *
 * Refuses: `validation_error`, for a path that no page or text uses, and for content that is not what the name says.
 * Source: cluster.md, D-194, CLU-027.
 */
export async function putFile({ database }: Core, path: string, content: Buffer): Promise<void> {
  const reason = problemOf(path, content)
  if (reason !== null) throw new Refusal('validation_error', { reason })
  const sha256 = createHash('sha256').update(content).digest('hex')
  await database.change(sql`
    insert into shared_files (path, sha256, content) values (${path}, ${sha256}, ${content})
    on conflict (path) do update
      set change = nextval('shared_file_changes'), sha256 = excluded.sha256, content = excluded.content`)
}

/**
 * Removes a file from all processes. What a process has in its own folder stays.
 *
 * Refuses: `not_found`.
 */
export async function removeFile({ database }: Core, path: string): Promise<void> {
  const removed = await database.change(sql`
    update shared_files set change = nextval('shared_file_changes'), content = null
    where path = ${path} and content is not null returning path`)
  if (removed.length === 0)
    throw new Refusal('not_found', { reason: `there is no shared file ${path}` })
}

/** All files that were given, removed ones included, by path. */
export async function listFiles(db: Db): Promise<SharedFile[]> {
  const { rows } = await sql<SharedFile>`
    select path, sha256, octet_length(content) as bytes from shared_files order by path`.execute(db)
  return rows
}

function problemOf(path: string, content: Buffer): string | null {
  const [, type] = DOCUMENT.exec(path) ?? []
  if (type !== undefined) {
    const beginning = content.subarray(0, BEGINNING_BYTES).toString('latin1')
    return BEGINNINGS[type]!.test(beginning) ? null : `the file is no ${type}`
  }
  if (!TEXTS.test(path)) {
    return 'the path must be cdn/LANGUAGE/NAME (pdf, jpg, png, webp) or translations/LANGUAGE/AREA.json'
  }
  return isTexts(content) ? null : 'the file is not a JSON object of texts'
}

function isTexts(content: Buffer): boolean {
  try {
    const texts: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
    const isObject = typeof texts === 'object' && texts !== null && !Array.isArray(texts)
    return isObject && Object.values(texts).every((text) => typeof text === 'string')
  } catch {
    return false
  }
}
