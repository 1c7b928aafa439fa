import { type PlanVersion, readPlan } from '@partner-office/domain'

import type { Db } from '../db/database.ts'

/** All plan versions, oldest first. */
export async function readPlanVersions(db: Db): Promise<PlanVersion[]> {
  const rows = await db
    .selectFrom('plans')
    .select(['version', 'document'])
    .orderBy('version')
    .execute()
  return rows.map(({ version, document }) => ({ version, plan: storedPlan(version, document) }))
}

function storedPlan(version: number, document: unknown) {
  const read = readPlan(document)
  if ('plan' in read) return read.plan
  const [first] = read.problems
  throw new Error(`Stored plan ${version} cannot be read: ${first?.place} ${first?.problem}`)
}
