import type { Database, Db } from '../../db/database.ts'
import {
  settingCalled,
  SETTING_NAMES,
  SETTINGS,
  type Audience,
  type SettingName,
} from './settings.ts'

/** The value of a setting: what an operator has set, else its default. */
export async function readSetting(db: Db, name: SettingName): Promise<string> {
  const stored = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return stored?.value ?? SETTINGS[name].default
}

/** Several settings at once. */
export async function readSettings<Name extends SettingName>(
  db: Db,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const stored = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', names)
    .execute()
  return storedSettings(names, Object.fromEntries(stored.map(({ name, value }) => [name, value])))
}

/** Settings by what operators have set, and else their defaults. */
export function storedSettings<Name extends SettingName>(
  names: readonly Name[],
  stored: Readonly<Record<string, string>>,
): Record<Name, string> {
  const values = names.map((name) => [name, stored[name] ?? SETTINGS[name].default])
  return Object.fromEntries(values)
}

type Values = Readonly<Record<SettingName, string>>

const VALUES_KEY = 'settings'
/** Key of the cached list of settings. */
export const LIST_KEY = 'listed settings'
/** Keys of the cached reads of settings, which a change of settings announces: see `announce-access.sql`. */
export const SETTING_KEYS = [VALUES_KEY, LIST_KEY]

/**
 * Returns all settings from the cache, for every call. A change by any process is announced with its commit; one that
 * is not heard takes a tenth of a second.
 */
export function recentSettings({
  recent,
  read,
}: Pick<Database, 'recent' | 'read'>): Promise<Values> {
  return recent.read(VALUES_KEY, () => readSettings(read, SETTING_NAMES))
}

/** A setting as it stands. */
export type SettingValue = {
  readonly name: string
  readonly value: string
  readonly audience: Audience
  readonly isSet: boolean
}

/** All settings, and the set ones of each family, by name. Other rows of the table are left out. */
export async function listSettings(db: Db): Promise<SettingValue[]> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute()
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  const names = new Set<string>([...SETTING_NAMES, ...stored.keys()])
  return [...names].toSorted().flatMap((name) => {
    const setting = settingCalled(name)
    if (setting === undefined) return []
    const value = stored.get(name) ?? setting.default
    return [{ name, value, audience: setting.audience, isSet: stored.has(name) }]
  })
}
