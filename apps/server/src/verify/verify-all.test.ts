import { DAY_MS } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { defaultPlan } from '../../../../oracle/plan.ts'
import { randomScenario, type Scenario, SHAPES } from '../../../../oracle/random-network.ts'
import { writeEntries } from '../business/audit/audit-log.ts'
import type { Core } from '../core/core.ts'
import { recordOrder } from '../testing/record-order.ts'
import type { Tx } from '../db/database.ts'
import { Network } from '../network/network.ts'
import { openTestCore } from '../testing/core.ts'
import { onBothDatabases, onPostgres } from '../testing/databases.ts'
import { playScenario } from '../testing/scenario.ts'
import { audits } from './audits.ts'
import { differencesOf } from './check.ts'
import { corrupt, dayOf, openSmallOffice } from '../testing/small-office.ts'
import { verifyAll, verifyIn } from './verify-all.ts'

onBothDatabases('verify', (newDatabase) => {
  let core: Core
  beforeAll(async () => {
    core = await openSmallOffice(await newDatabase())
  })

  test('finds no difference in data written by the use cases', async () => {
    const { differences, checked } = await verifyAll(core)
    expect(differences).toEqual([])
    expect(checked.length).toBeGreaterThan(40)
  })

  test('leaves no relation, function or type behind', async () => {
    const before = await catalogue(core)
    await verifyAll(core)
    expect(await catalogue(core)).toEqual(before)
  })

  test('reports its progress', async () => {
    const steps: number[] = []
    await verifyAll(core, (done, of) => steps.push(done / of))
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(steps.at(-1)).toBe(1)
  })

  test('names a thousand differences of a check, then how many more there are', async () => {
    const check = {
      name: 'numbers',
      differences: `select 'number ' || n as difference from generate_series(1, 1002) n`,
    }
    const found = await core.database.asOwner((tx) => differencesOf(tx, check))
    expect(found).toHaveLength(1001)
    expect(found.slice(-2)).toEqual(['number 1000', 'numbers: 2 more differences'])
  })

  test('names what a server has found in its memory, for a day', async () => {
    const now = core.clock()
    const check = audits.checks[0]!
    const undone = new Error('only for this test')
    /** The differences if a server had found one at an instant. */
    const found = async (at: number) => {
      let differences: string[] = []
      const details = () => ({ differences: ['one'] })
      const tried = core.database.asOwner(async (tx) => {
        await writeEntries(tx, at, [{ actor: 'server', command: 'figures drift', details }])
        for (const step of audits.prepare) if (typeof step !== 'string') await step(tx, core)
        differences = await differencesOf(tx, check)
        throw undone
      })
      await expect(tried).rejects.toBe(undone)
      return differences
    }
    expect(await found(now - DAY_MS)).toEqual([])
    expect(await found(now - DAY_MS + 1)).toEqual([
      `a server has found at ${now - DAY_MS + 1}: one`,
    ])
  })

  test('names a step that the facts make fail, and fails at any other error of the database', async () => {
    const differences = (statement: string) =>
      core.database.asOwner(async (tx) => {
        const family = { name: 'figures', prepare: [statement], checks: [] } as const
        return (await verifyIn(tx, core, [family])).differences
      })
    expect(await differences('select 1 / 0')).toEqual([
      'figures: cannot be checked: division by zero',
    ])
    expect(await differences('select * from v_unmade')).toEqual([
      'figures: cannot be checked: what it looks at could not be made',
    ])
    await expect(differences('select no_column from partners')).rejects.toThrow('no_column')
  })

  test('names facts that the figures cannot apply, and checks the rest', async () => {
    const broken = await openSmallOffice(await newDatabase())
    await corrupt(broken.database, [
      `insert into orders select 999, 777, paid_at, 100, currency, recorded_at, last_fact + 1, last_fact + 1
       from orders, fact_log where id = 405`,
      'update fact_log set last_fact = last_fact + 1',
    ])
    const { differences } = await verifyAll(broken)
    expect(differences).toContain('answers: cannot be checked: The figures do not know partner 777')
    expect(differences).toContain('order 999: its buyer 777 does not exist')
    expect(differences).toContain('order 999: nothing says what it decided')
  })
})

onPostgres('verify', (newDatabase) => {
  for (const scenario of scenarios()) {
    const { shape, seed, plan } = scenario
    test(`finds nothing in a random network: ${shape} ${seed}, ${plan.legRule}`, async () => {
      expect(
        (await verifyAll(await playScenario(await newDatabase(), scenario))).differences,
      ).toEqual([])
    })
  }

  test('accepts a chain of 20,000', async () => {
    const chain = await openTestCore(await newDatabase())
    await fillTree(chain, 'n - 1')
    expect((await verifyAll(chain)).differences).toEqual([])
  })

  test('accepts a star of 20,000', async () => {
    const star = await openTestCore(await newDatabase())
    await fillTree(star, '1')
    expect((await verifyAll(star)).differences).toEqual([])
  })

  test('takes another snapshot when the figures are newer than its own', async () => {
    const core = await openSmallOffice(await newDatabase())
    let snapshots = 0
    const catchUp: Network['catchUp'] = async (db) => {
      await core.network.catchUp(db)
      snapshots += 1
      // Another caller of the same process records an order after the snapshot was taken.
      if (snapshots === 1)
        await recordOrder(core, { orderId: 900, partnerId: 33, paidAt: dayOf(45), cents: 100 })
    }
    const { differences } = await verifyAll({ ...core, network: followed(core, catchUp) })
    expect(differences).toEqual([])
    expect(snapshots).toBe(2)
  })
})

/** The same figures, with a callback whenever they catch up. */
function followed({ network }: Core, catchUp: Network['catchUp']): Network {
  return {
    catchUp,
    get engine() {
      return network.engine
    },
  } as Network
}

/** All relations, functions and types, in all schemas and sessions. */
async function catalogue({ database }: Core): Promise<unknown> {
  return database.asOwner(async (tx) => {
    const { rows } = await sql`
      select 'relation' as kind, relname as name, relnamespace from pg_class
      union all select 'function', proname, pronamespace from pg_proc
      union all select 'type', typname, typnamespace from pg_type
      order by 1, 2, 3`.execute(tx)
    return rows
  })
}

/** Partners 1 to 20,000 with the sponsors of `sponsor`, without orders. */
async function fillTree(core: Core, sponsor: string): Promise<void> {
  await core.database.transaction(async (tx) => {
    await insertPartners(tx, sponsor)
    await tx.updateTable('factLog').set({ lastFact: 20_000 }).execute()
  })
}

async function insertPartners(tx: Tx, sponsor: string): Promise<void> {
  const depth = sponsor === '1' ? '1' : 'n - 1'
  await sql
    .raw(
      `insert into partners (id, sponsor_id, depth, email, first_name, last_name, country_id, registered_at,
         invite_code, fact)
       select n, case when n > 1 then ${sponsor} end, case when n > 1 then ${depth} else 0 end,
         n || '@example.com', 'A', 'B', 'DE', 0, n, n from generate_series(1, 20000) n`,
    )
    .execute(tx)
}

/** Every shape, both leg rules, with and without own turnover; the clock never goes back. */
function scenarios(): Scenario[] {
  return SHAPES.map((shape, at) => {
    const plan = {
      ...defaultPlan(),
      legRule: at % 2 === 0 ? ('ranked' as const) : ('sequential' as const),
      countOwnTurnover: at % 3 === 0,
    }
    const scenario = randomScenario({ seed: 11 + at, partners: 50, shape, plan })
    const steps = scenario.steps.map((step) =>
      step.kind === 'rates' ? { ...step, at: scenario.now } : step,
    )
    return { ...scenario, steps }
  })
}
