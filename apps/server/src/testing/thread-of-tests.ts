import { sql } from 'kysely'

import type { Db } from '../db/database.ts'
import { workInThread } from '../threads/work-in-thread.ts'

/** What the thread of `run-in-thread.test.ts` is to do. */
export type Given = {
  readonly act:
    | 'read'
    | 'read nonsense'
    | 'change'
    | 'change and fail'
    | 'change and never end'
    | 'fail'
    | 'never end'
    | 'leave'
  readonly setting: string
}

const never = () => new Promise(() => setInterval(() => {}, 1_000))

const change = (db: Db, setting: string) =>
  sql`insert into settings (name, value, changed_at) values ('a setting', ${setting}, 0)`.execute(
    db,
  )

await workInThread(async (database, { act, setting }: Given, progress) => {
  progress(1, 2, act)
  if (act === 'fail') throw Object.assign(new Error('It failed'), { code: 'EWORK' })
  if (act === 'never end') await never()
  if (act === 'leave') process.exit(3)
  if (act === 'read nonsense') await sql`select nonsense`.execute(database.read)
  if (act.startsWith('change')) {
    await database.transaction(async (tx) => {
      await change(tx, setting)
      if (act === 'change and fail') throw new Error('It failed after its change')
      if (act === 'change and never end') progress(2, 2, act)
      if (act === 'change and never end') await never()
    })
  }
  const { rows } = await database.snapshot((tx) =>
    sql<{ oneName: number; document: object; process: number }>`
      select 1 as one_name, '{"kept_name": 2}'::jsonb as document, ${setting}::text as setting,
        pg_backend_pid() as process`.execute(tx),
  )
  return { rows, units: 10n ** 20n, bytes: new Uint8Array([1, 2]) }
})
