import { readSetting } from '../../business/settings/read-settings.ts'
import type { Db } from '../../db/database.ts'

/** Whether another system answers the tickets. Source: decisions D-173. */
export const hasHelpDesk = async (db: Db): Promise<boolean> =>
  (await readSetting(db, 'helpDeskUrl')) !== ''
