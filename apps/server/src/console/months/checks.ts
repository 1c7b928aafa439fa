import type { CheckName, CloseCheck } from '@partner-office/contracts'

import {
  findClock,
  findDisk,
  findDrift,
  findImport,
  findMissingRates,
  findNotOver,
  findVerify,
  type StandingGround,
} from './checks-that-stop.ts'
import {
  findBackup,
  findDisputes,
  findLate,
  findNegative,
  findPlan,
  findRateAge,
  findRateJump,
  findSlowOrders,
  findTotals,
  findVerifyAge,
} from './checks-that-warn.ts'
import { basisOfCheck, type Finding } from './finding.ts'
import type { Ground } from './ground.ts'

/** A check as a dry run stores it. */
export type StoredCheck = Omit<CloseCheck, 'accepted'>

/** Stops that can arise after a dry run, too: they are looked at again when a close is proposed and approved. */
const STANDING = {
  over: findNotOver,
  import: findImport,
  figures: findDrift,
  verify: findVerify,
  clock: findClock,
  disk: findDisk,
} as const satisfies Partial<Record<CheckName, (ground: StandingGround) => Promise<Finding>>>

const WARNINGS = {
  totals: findTotals,
  newTop: async ({ found }) => found.newTop,
  factor: async ({ found }) => found.factor,
  negative: findNegative,
  late: findLate,
  slowOrders: findSlowOrders,
  rateAge: findRateAge,
  rateJump: findRateJump,
  disputes: findDisputes,
  plan: findPlan,
  blocked: async ({ found }) => found.blocked,
  backup: findBackup,
  verifyAge: findVerifyAge,
} as const satisfies Partial<Record<CheckName, (ground: Ground) => Promise<Finding>>>

/** Whether a check waits for an acceptance when it finds something; else it stops the close. */
export const isWarning = (name: CheckName): boolean => Object.hasOwn(WARNINGS, name)

/** Runs every check of a close, with its list. `step` is called between them. Source: D-160. */
export async function runChecks(ground: Ground, step: () => void): Promise<StoredCheck[]> {
  const standing = { core: ground.core, closing: ground.closing, records: ground.records }
  const checks: StoredCheck[] = []
  for (const [name, find] of entriesOf(STANDING)) {
    checks.push(checkOf(name, await find(standing)))
    step()
  }
  checks.push(checkOf('rates', await findMissingRates(ground)))
  // Without all rates there are no amounts to compare.
  const warnings = ground.missing.length > 0 ? [] : entriesOf(WARNINGS)
  for (const [name, find] of warnings) {
    checks.push(checkOf(name, await find(ground)))
    step()
  }
  return checks
}

/** The names of the checks that would stop a close now, whatever a dry run has found. */
export async function stopsNow(ground: StandingGround): Promise<CheckName[]> {
  const names: CheckName[] = []
  for (const [name, find] of entriesOf(STANDING)) {
    if ((await find(ground)).isFound) names.push(name)
  }
  return names
}

function checkOf(name: CheckName, finding: Finding): StoredCheck {
  const { isFound, ...shown } = finding
  const found = isWarning(name) ? 'warn' : 'stop'
  return {
    name,
    state: isFound ? found : 'pass',
    ...shown,
    lines: [...shown.lines],
    basis: basisOfCheck(name, finding),
  }
}

const entriesOf = <Name extends CheckName, Find>(checks: Readonly<Record<Name, Find>>) =>
  Object.entries(checks) as [Name, Find][]
