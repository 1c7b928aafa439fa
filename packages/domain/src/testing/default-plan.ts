import { DEFAULT_PLAN_DOCUMENT } from '../plan/default-plan.ts'
import type { Plan } from '../plan/plan.ts'
import { readPlan } from '../plan/read-plan.ts'

/** The default plan, parsed. */
export function defaultPlan(): Plan {
  const read = readPlan(DEFAULT_PLAN_DOCUMENT)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.plan
}
