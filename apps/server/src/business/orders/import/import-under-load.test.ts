import { expect, test } from 'vitest'

import { onBothDatabases } from '../../../testing/databases.ts'
import { measureUnderImport } from '../../../testing/import-under-load.ts'

/** Far more than any call takes, and far less than a call that fails waits. */
const ANSWERED_MS = 2_000

onBothDatabases('H9 an import of orders', (newDatabase) => {
  test('slows no read and no sign-in; single orders are recorded, or asked to be sent again', async () => {
    const wishes = { partners: 300, orders: 1_500, quietMs: 100 }
    const database = await newDatabase()
    const { busy, wrong } = await measureUnderImport(database, wishes)
    expect(wrong).toBe(0)
    for (const { failed } of Object.values(busy)) expect(failed).toEqual([])
    for (const { busy: refused, times } of [busy.figures, busy.reads, busy.signIns]) {
      expect(refused).toBe(0)
      // The embedded engine shares the thread of the test, where times say nothing.
      if (database.kind === 'embedded') continue
      expect(times.filter((ms) => ms > ANSWERED_MS)).toEqual([])
    }
  })
})
