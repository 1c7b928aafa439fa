import type { Core } from '../core/core.ts'
import type { Database } from '../db/database.ts'

/**
 * A core that calls `between` with the number of each own change, after its work and before its commit or after it.
 *
 * An error thrown before the commit undoes the change, as a kill at this moment does; one thrown after it leaves it.
 */
export function interrupted(
  core: Core,
  {
    beforeCommit = async () => {},
    afterCommit = async () => {},
  }: {
    readonly beforeCommit?: (change: number) => Promise<void>
    readonly afterCommit?: (change: number) => Promise<void>
  },
): Core {
  const { database } = core
  let changes = 0
  const transaction: Database['transaction'] = async (work, use) => {
    const change = (changes += 1)
    const answer = await database.transaction(async (tx) => {
      const result = await work(tx)
      await beforeCommit(change)
      return result
    }, use)
    await afterCommit(change)
    return answer
  }
  const change: Database['change'] = async (statement) => {
    const number = (changes += 1)
    await beforeCommit(number)
    const rows = await database.change(statement)
    await afterCommit(number)
    return rows
  }
  return { ...core, database: { ...database, transaction, change } }
}
