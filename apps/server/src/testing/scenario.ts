import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'

import { compareCsv } from '../../../../oracle/compare.ts'
import { compute } from '../../../../oracle/compute.ts'
import { commandsOf } from '../../../../oracle/input-files.ts'
import { type Plan, PROGRAMMES } from '../../../../oracle/plan.ts'
import type { OrderRow } from '../../../../oracle/network.ts'
import type { Scenario } from '../../../../oracle/random-network.ts'
import type { Core } from '../core/core.ts'
import { exportRows } from '../business/exports/export-rows.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { closePeriod } from '../business/months/close-period.ts'
import { loadPlan } from '../business/settings/load-plan.ts'
import { setRates } from '../business/rates/set-rates.ts'
import { asUpload, openTestCore, type TestClock, textOf } from './core.ts'
import type { Database } from '../db/database.ts'

/** Loads an oracle scenario into a database, step by step, through the use cases. */
export async function playScenario(database: Database, scenario: Scenario): Promise<Core> {
  const clock: TestClock = { now: scenario.now }
  const core = await openTestCore(database, { clock, plan: documentOf(scenario.plan) })
  for (const plan of scenario.laterPlans ?? []) await loadPlan(core, documentOf(plan))
  for (const [place, step] of scenario.steps.entries()) {
    clock.now = 'at' in step ? step.at : scenario.now
    const [command] = commandsOf(step, place, scenario.seed)
    const upload = asUpload(command?.file?.text ?? '')
    switch (step.kind) {
      case 'rates':
        await setRates(
          core,
          step.rates.map((rate) => ({ ...rate, rateType: 'SELL' as const })),
        )
        break
      case 'importPartners':
        await importPartners(core, upload)
        break
      case 'importOrders':
        await importOrders(core, upload)
        break
      case 'cancel':
        await cancelOrder(core, step.orderId, 'returned')
        break
      case 'close':
        await closePeriod(core, step.month)
        break
      default:
        await blockPartner(core, step.partnerId, step.kind === 'block', 'for a test')
    }
  }
  clock.now = scenario.now
  return core
}

/** The orders of a random network's last file, and the network without them. */
export function withoutLastOrders(scenario: Scenario): {
  before: Scenario
  rows: readonly OrderRow[]
} {
  const last = scenario.steps.findLastIndex(({ kind }) => kind === 'importOrders')
  const step = scenario.steps[last]!
  if (step.kind !== 'importOrders') throw new Error('The scenario has no orders')
  return { before: { ...scenario, steps: scenario.steps.slice(0, last) }, rows: step.rows }
}

/** The oracle's plan as an operator's document. */
export function documentOf({ validFrom = 0, activity, programmes, ...plan }: Plan): unknown {
  const { minimum, days, neededForDirect, neededForTeam } = activity
  const unilevel = plan.unilevel.map((row) => ({ ...row, label: `line ${row.depthFrom}` }))
  const given = PROGRAMMES.map((name) => {
    const { from, legs, rows } = programmes[name]
    return [name, { ...DEFAULT_PLAN_DOCUMENT.programmes[name], from, legs, rows }]
  })
  return {
    ...DEFAULT_PLAN_DOCUMENT,
    ...plan,
    validFrom,
    unilevel,
    activity: { minimumOrder: minimum, days },
    directNeedsActivity: neededForDirect,
    teamNeedsActivity: neededForTeam,
    programmes: Object.fromEntries(given),
  }
}

/** The first rows of each export that differ from the oracle's. */
export async function differencesFromOracle(core: Core, scenario: Scenario): Promise<string[]> {
  const expected = compute(scenario)
  const differences: string[] = []
  for (const kind of ['figures', 'ranks', 'bonuses', 'balances'] as const) {
    const found = compareCsv(expected[kind], await textOf(exportRows(core, kind)), 3)
    differences.push(...found.map((each) => `${kind}: ${JSON.stringify(each)}`))
  }
  return differences
}
