import { ALERT_NAMES, type AlertName } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { ALERTS } from './alert-table.ts'
import type { Condition } from './condition.ts'

type Found = Condition & { readonly name: AlertName }

/**
 * Looks at every condition, and stores those that hold. One that ends disappears with its silence; one that cannot be looked at
 * stays as it is. Returns the names that could not be looked at. Runs at the leader, so that all processes show the same.
 *
 * Source: requirements TOD-003, TOD-004.
 */
export async function keepAlerts(core: Core): Promise<AlertName[]> {
  const looked = await Promise.all(ALERT_NAMES.map((name) => look(core, name)))
  const found = looked.flatMap((each) => each ?? [])
  const failed = ALERT_NAMES.filter((_, at) => looked[at] === null)
  const stored = await core.database.read.selectFrom('console.alerts').selectAll().execute()
  const isSame = (one: { name: string; object: string }, other: { name: string; object: string }) =>
    one.name === other.name && one.object === other.object
  const changed = found.filter(
    (each) => !stored.some((other) => isSame(each, other) && each.sentence === other.sentence),
  )
  const ended = stored.filter(
    (each) =>
      !found.some((other) => isSame(each, other)) && !failed.includes(each.name as AlertName),
  )
  if (changed.length + ended.length === 0) return failed
  await core.database.transaction(async (tx) => {
    for (const each of ended) await endAlert(tx, each)
    for (const each of changed) await store(tx, each, core.clock())
  })
  return failed
}

async function look(core: Core, name: AlertName): Promise<Found[] | null> {
  try {
    return (await ALERTS[name].find(core)).map((each) => ({ ...each, name }))
  } catch {
    return null
  }
}

/** Ends an alert with its silence. */
export async function endAlert(
  tx: Tx,
  { name, object }: { readonly name: string; readonly object: string },
): Promise<void> {
  for (const table of ['console.alerts', 'console.alertSilences'] as const) {
    await tx.deleteFrom(table).where('name', '=', name).where('object', '=', object).execute()
  }
}

/** A condition that does not know since when it holds keeps the instant at which it was first seen. */
async function store(tx: Tx, found: Found, now: number): Promise<void> {
  const { name, object, sentence, since } = found
  const text = { sentence, parameters: JSON.stringify(found.parameters) }
  await tx
    .insertInto('console.alerts')
    .values({ name, object, ...text, since: since ?? now })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'object'])
        .doUpdateSet({ ...text, ...(since !== null && { since }) }),
    )
    .execute()
}
