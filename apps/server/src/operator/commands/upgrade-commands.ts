import { Refusal } from '@partner-office/domain'

import { finishUpgrade } from '../../db/upgrade.ts'
import { DONE, type Handler } from './handler.ts'

/** Ends an upgrade once no process of an older version lives. */
export const upgradeFinish: Handler = async ({ core, io }) => {
  const finished = await finishUpgrade(core.database)
  if ('older' in finished) {
    const reason = `processes of an older version live: ${finished.older.join(', ')}`
    throw new Refusal('validation_error', { reason })
  }
  for (const name of finished.contracted) await io.out(`${name}\n`)
  io.note('older versions cannot start any more')
  return DONE
}
