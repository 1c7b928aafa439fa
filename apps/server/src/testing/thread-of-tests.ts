import { sql } from 'kysely'

import { workInThread } from '../threads/work-in-thread.ts'

/** What the thread of `run-in-thread.test.ts` is to do. */
export type Given = {
  readonly act: 'read' | 'read nonsense' | 'change' | 'fail' | 'never end' | 'leave'
  readonly setting: string
}

await workInThread(async (db, { act, setting }: Given, progress) => {
  progress(1, 2, act)
  if (act === 'fail') throw Object.assign(new Error('It failed'), { code: 'EWORK' })
  if (act === 'never end') await new Promise(() => setInterval(() => {}, 1_000))
  if (act === 'leave') process.exit(3)
  if (act === 'read nonsense') await sql`select nonsense`.execute(db)
  if (act === 'change') await db.transaction().execute((tx) => sql`select 1`.execute(tx))
  const { rows } = await sql<{ oneName: number; document: object }>`
    select 1 as one_name, '{"kept_name": 2}'::jsonb as document, ${setting}::text as setting`.execute(
    db,
  )
  return { rows, units: 10n ** 20n, bytes: new Uint8Array([1, 2]) }
})
