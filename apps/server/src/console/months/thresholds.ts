import { readSetting } from '../../business/settings/read-settings.ts'
import type { SettingName } from '../../business/settings/settings.ts'
import type { Db } from '../../db/database.ts'

type Threshold =
  Extract<SettingName, `closeCheck.${string}`> extends `closeCheck.${infer Name}` ? Name : never

/** From what on a check of a close finds something. */
export const readThreshold = (db: Db, name: Threshold): Promise<string> =>
  readSetting(db, `closeCheck.${name}`)
