import type { Tx } from '../../db/database.ts'
import type { Core } from '../../core/core.ts'
import { type InputProblem, InvalidInput } from '../../input/invalid-input.ts'
import { SETTING_KEYS } from './read-settings.ts'
import { settingCalled, SETTING_NAMES } from './settings.ts'

/** New values by setting; null restores the default. */
type SettingChange = { readonly name: string; readonly value: string | null }

const LONGEST_VALUE = 20_000

/**
 * Changes settings, all or none; null restores a default.
 *
 * Refuses: `validation_error`, naming every setting that is not known or may not hold the value, and what it may hold.
 * Source: api.md section 7; operations.md section 4.
 */
export async function changeSettings(
  core: Core,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  const changes = Object.entries(values).map(([name, value]) => ({ name, value }))
  InvalidInput.refuseAny(changes.flatMap((change) => settingProblem(change) ?? []))
  // In the order of names, so that two calls at once never wait for each other's rows.
  const inOrder = changes.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const changedAt = core.clock()
  const changed = core.database.transaction(async (tx) => {
    for (const change of inOrder) await store(tx, change, changedAt)
  })
  await core.database.recent.forgetAfter(changed, SETTING_KEYS)
}

async function store(tx: Tx, { name, value }: SettingChange, changedAt: number): Promise<void> {
  if (value === null) {
    await tx.deleteFrom('settings').where('name', '=', name).execute()
    return
  }
  await tx
    .insertInto('settings')
    .values({ name, value, changedAt })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changedAt }))
    .execute()
}

/** What is wrong with a change of a setting; null for nothing. */
export function settingProblem({ name, value }: SettingChange): InputProblem | null {
  const setting = settingCalled(name)
  if (setting === undefined) {
    return { place: name, problem: `is not the name of a setting${suggestion(name)}` }
  }
  if (value === null || (isStorable(value) && setting.isAccepted(value))) return null
  return { place: name, problem: `must be ${setting.accepts}` }
}

const isStorable = (value: string): boolean =>
  value.length <= LONGEST_VALUE && value.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(value)

/** Suggests the similar name: names are long, and a wrong capital is a common mistake. */
function suggestion(name: string): string {
  const meant = SETTING_NAMES.find((known) => lettersOf(known) === lettersOf(name))
  return meant === undefined ? '; `config list` shows them all' : `; did you mean ${meant}?`
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')
