import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'

import { SeededRandom } from '../../demo/random.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import { Network } from '../../network/network.ts'
import { asUpload, openTestCore } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { partnersText } from '../../testing/network-files.ts'
import { openSmallOffice } from '../../testing/small-office.ts'
import { verifyAll } from '../../verify/verify-all.ts'
import type { Core } from '../../core/core.ts'
import { importPartners } from '../partners/import-partners.ts'
import { auditAndReport } from './audit-and-report.ts'
import { auditFigures } from './audit-figures.ts'

const AUDITS = 15
const LARGE_TEAM = 3_000

/** The same office with figures of its own. */
const reloaded = async (core: Core): Promise<Core> => ({
  ...core,
  network: await Network.load(core.database.read, core.plans.rulesSource()),
})

/** All differences that many audits find. */
async function foundIn(core: Core): Promise<string[]> {
  const random = new SeededRandom(1)
  const found = new Set<string>()
  for (let audit = 0; audit < AUDITS; audit += 1) {
    const { differences } = (await auditFigures(core, () => random.next()))!
    for (const difference of differences) found.add(difference)
  }
  return [...found]
}

const CASES: readonly (readonly [string, (engine: FiguresEngine) => void, string | RegExp])[] = [
  [
    'a team turnover',
    (engine) => (engine.measures[0]!.team[engine.rowOf(41)]! += 1),
    'partner 41: teamTurnover is 3000001, not 3000000',
  ],
  [
    'an own turnover',
    (engine) => (engine.measures[0]!.own[engine.rowOf(42)]! -= 5),
    /^partner 42: own is \d+, not \d+$/,
  ],
  [
    'a team size',
    (engine) => (engine.teamSize[engine.rowOf(40)]! -= 1),
    'partner 40: teamSize is 1, not 2',
  ],
  [
    'a first line',
    (engine) => (engine.flSize[engine.rowOf(1)]! += 1),
    'partner 1: flSize is 4, not 3',
  ],
  [
    'a block',
    (engine) => (engine.blocked[engine.rowOf(33)] = 1),
    'partner 33: blocked is 1, not 0',
  ],
  [
    'a rank',
    (engine) => (engine.heldBonus[engine.rowOf(1)] = 12),
    'partner 1: heldBonus is 12, not 8',
  ],
  [
    'a place in the tree',
    (engine) => (engine.parent[engine.rowOf(42)] = engine.rowOf(40)),
    'partner 42: sponsorId is 40, not 41',
  ],
]

onPostgres('the auditor of the figures', (newDatabase) => {
  let office: Core
  beforeAll(async () => {
    office = await openSmallOffice(await newDatabase())
  })

  test('finds nothing if the figures equal the facts', async () => {
    expect(await foundIn(await reloaded(office))).toEqual([])
    expect(await foundIn(office)).toEqual([])
  })

  test.for(CASES)('finds %s that is wrong in memory', async ([_what, corrupt, named]) => {
    const core = await reloaded(office)
    await core.network.teams(core.clock())
    corrupt(core.network.engine)
    expect(await foundIn(core)).toContainEqual(expect.stringMatching(named))
  })

  test('picks a partner with a smaller team if a team is too large to read back', async () => {
    const core = await openTestCore(await newDatabase())
    const ids = Array.from({ length: LARGE_TEAM }, (_, at) => at + 1)
    await importPartners(core, asUpload(partnersText(ids.map((id) => [id, id >> 1 || null]))))
    for (const draw of [0, 1 / LARGE_TEAM, 2 / LARGE_TEAM]) {
      const { partners, differences } = (await auditFigures(core, () => draw))!
      expect(differences).toEqual([])
      expect(partners).toBeGreaterThan(100)
      expect(partners).toBeLessThan(LARGE_TEAM / 2)
    }
  })

  test('compares nothing if the figures have changed meanwhile', async () => {
    const core = await reloaded(office)
    core.network.engine.asOf += 1
    expect(await auditFigures(core, () => 0)).toBeNull()
  })

  describe('a difference', () => {
    test('is counted, reported by verify, and prevents a snapshot file', async () => {
      const core = await reloaded(office)
      const log = pino({ level: 'silent' })
      await auditAndReport(core, log, () => 0)
      expect(core.network.audits).toMatchObject({ drift: 0 })
      expect(core.network.audits.partners).toBeGreaterThan(1)
      expect((await verifyAll(office)).differences).toEqual([])

      core.network.engine.teamSize[core.network.engine.rowOf(1)]! += 1
      await auditAndReport(core, log, () => 0)
      expect(core.network.audits.drift).toBeGreaterThan(0)
      expect(await core.network.keep(core.database.read, 'nowhere')).toBe(false)
      expect((await verifyAll(office)).differences).toContainEqual(
        expect.stringContaining('partner 1: teamSize is'),
      )
    })
  })
})
