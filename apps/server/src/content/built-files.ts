import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'

import type { Core } from '../core/core.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const HOUR_MS = 3_600_000
const KEPT_MS = 24 * HOUR_MS
/** How often a process says that its files are in use. */
export const KEPT_AGAIN_EVERY_MS = HOUR_MS
const YEAR_S = 31_536_000

/** An app with built files whose names change with their content. */
export type BuiltApp = 'office' | 'passport' | 'console' | 'translations'

/** Where the files of an app are. */
export type BuiltFolder = { readonly app: BuiltApp; readonly folder: string }

const FOLDERS: readonly BuiltFolder[] = [
  ...(['office', 'passport', 'console'] as const).map((app) => ({
    app,
    folder: join(ROOT, 'apps', app, 'dist', 'assets'),
  })),
  { app: 'translations', folder: join(ROOT, 'packages/locales/dist') },
]

/** A name with a hash, in a form that is served as it is. */
const HASHED = /^[\w.-]*-[\w-]{8,}\.(js|css|json|svg|woff2)$/
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/**
 * Stores the built files of this version on PostgreSQL, for processes of the next one: a page that was opened before an upgrade
 * loads its further areas for a day. Deletes what no process has used for a day.
 *
 * Source: cluster.md, UPG-007.
 */
export async function keepBuiltFiles(
  { database, clock }: Pick<Core, 'database' | 'clock'>,
  folders: readonly BuiltFolder[] = FOLDERS,
): Promise<void> {
  const now = clock()
  const keptUntil = now + KEPT_MS + KEPT_AGAIN_EVERY_MS
  for (const { app, folder } of folders) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => HASHED.test(name))
    const stored = await database.change<{ name: string }>(sql`
      update built_files set kept_until = greatest(kept_until, ${keptUntil})
      where app = ${app} and name = any(${names}::text[]) returning name`)
    const known = new Set(stored.map(({ name }) => name))
    for (const name of names.filter((each) => !known.has(each))) {
      const content = await readFile(join(folder, name))
      await database.change(sql`
        insert into built_files (app, name, content, kept_until) values (${app}, ${name}, ${content}, ${keptUntil})
        on conflict (app, name) do nothing`)
    }
  }
  await database.change(sql`delete from built_files where kept_until <= ${now}`)
}

/** Sends a built file of the version before, by its name in `assets`; answers `not_found` when no version of the last day had it. */
export async function sendFormerFile(
  reply: FastifyReply,
  { database, clock }: Pick<Core, 'database' | 'clock'>,
  { app, name }: { readonly app: BuiltApp; readonly name: string },
): Promise<FastifyReply> {
  const [, type] = HASHED.exec(name) ?? []
  if (type === undefined || database.kind !== 'postgres') return notFound(reply)
  const file = await database.read
    .selectFrom('builtFiles')
    .select('content')
    .where('app', '=', app)
    .where('name', '=', name)
    .where('keptUntil', '>', clock())
    .executeTakeFirst()
  if (file === undefined) return notFound(reply)
  return reply
    .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
    .type(MEDIA_TYPES[type]!)
    .send(file.content)
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}
