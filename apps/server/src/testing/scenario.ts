import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'

import { compareCsv } from '../../../../oracle/compare.ts'
import { compute } from '../../../../oracle/compute.ts'
import { commandsOf } from '../../../../oracle/input-files.ts'
import type { Scenario } from '../../../../oracle/random-network.ts'
import type { Core } from '../business/core.ts'
import { exportRows } from '../business/exports/export-rows.ts'
import { cancelOrder } from '../business/orders/cancel-order.ts'
import { importOrders } from '../business/orders/import-orders.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { setRates } from '../business/rates/set-rates.ts'
import { asUpload, openTestCore, type TestClock, textOf } from './core.ts'
import type { Database } from '../db/database.ts'

/** Bring a scenario of the oracle into a database, step by step, through the use cases. */
export async function playScenario(database: Database, scenario: Scenario): Promise<Core> {
  const clock: TestClock = { now: scenario.now }
  const { legRule, countOwnTurnover, ranksAreKept } = scenario.plan
  const plan = { ...DEFAULT_PLAN_DOCUMENT, legRule, countOwnTurnover, ranksAreKept }
  const core = await openTestCore(database, { clock, plan })
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
      default:
        await blockPartner(core, step.partnerId, step.kind === 'block', 'for a test')
    }
  }
  clock.now = scenario.now
  return core
}

/** The first rows of each export that are not what the oracle has computed. */
export async function differencesFromOracle(core: Core, scenario: Scenario): Promise<string[]> {
  const expected = compute(scenario)
  const differences: string[] = []
  for (const kind of ['figures', 'ranks', 'bonuses', 'balances'] as const) {
    const found = compareCsv(expected[kind], await textOf(exportRows(core, kind)), 3)
    differences.push(...found.map((each) => `${kind}: ${JSON.stringify(each)}`))
  }
  return differences
}
