import { readOperators } from '../accounts/operators.ts'
import type { Acting } from '../console.ts'
import { consoleLetter } from '../console-letter.ts'

/**
 * Tells admins by mail of the next endpoint that was switched off because nothing reached it for 5 days; returns whether there was one.
 *
 * Source: requirements WHK-011.
 */
export function tellNextSwitchedOff({ core, mail }: Acting): Promise<boolean> {
  return core.database.transaction(async (tx) => {
    const endpoint = await tx
      .selectFrom('console.endpoints')
      .select(['id', 'address', 'version'])
      .where('isTold', '=', false)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (endpoint === undefined) return false
    const { id, address, version } = endpoint
    await tx.updateTable('console.endpoints').set({ isTold: true }).where('id', '=', id).execute()
    const admins = (await readOperators(tx)).filter(({ roles }) => roles.includes('admin'))
    const link = `${core.consoleOrigin}/console/webhooks/${id}`
    const subject = 'Webhooks to an endpoint were switched off'
    const text = `No webhook reached ${address} for 5 days, so it gets none any more. Its events wait for at most 30 days: mend the endpoint, then switch it on.\n\n{{link}}`
    for (const { id: operatorId, email } of admins) {
      const letter = consoleLetter({ email, subject, text, link })
      const name = `endpoint-off-${id}-${version}-${operatorId}`
      await mail.send(letter, { tx, id: name, at: core.clock() })
    }
    return true
  })
}
