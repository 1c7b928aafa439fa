import type { Core } from '../../core/core.ts'
import type { ProblemList } from '../imports/import-refused.ts'
import { checkPartners } from './import-partners.ts'

/** Returns how many partners a file would bring, and names every bad line; nothing is imported. Source: requirements ORC-010. */
export function lookAtPartners(
  core: Core,
  input: AsyncIterable<Uint8Array>,
  problems: ProblemList,
): Promise<{ readonly rows: number }> {
  return core.database.transaction(async (tx) => {
    const { lines } = await checkPartners(core, tx, input, problems)
    return { rows: lines.length }
  })
}
