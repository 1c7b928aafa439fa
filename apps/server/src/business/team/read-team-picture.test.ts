import type { TeamPictureNode } from '@partner-office/contracts'
import { beforeEach, expect, test } from 'vitest'

import { asUpload, openTestCore, TEST_NOW } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { type OrderCells, ordersText, partnersText } from '../../testing/network-files.ts'
import type { Core } from '../../core/core.ts'
import { importOrders } from '../orders/import/import-orders.ts'
import { importPartners } from '../partners/import-partners.ts'
import { readTeamPicture } from './read-team-picture.ts'
import { teamSources } from './team-sources.ts'

type Partner = readonly [id: number, sponsorId: number | null]

onPostgres('the edges of a team’s picture', (newDatabase) => {
  let core: Core
  beforeEach(async () => {
    core = await openTestCore(await newDatabase())
  })

  const picture = async (
    partners: readonly Partner[],
    bought: Readonly<Record<number, string>>,
    by: 'turnover' | 'people' = 'turnover',
  ) => {
    await importPartners(core, asUpload(partnersText(partners)))
    const orders = Object.entries(bought).map(([id, amount]): OrderCells => {
      return [Number(id), Number(id), TEST_NOW, amount]
    })
    await importOrders(core, asUpload(ordersText(orders)))
    return (await readTeamPicture(teamSources(core), 1, { sponsorId: 1, by })).top
  }
  const idsOf = ({ children }: TeamPictureNode) => children.map(({ id }) => id)

  test('a leg of exactly 1 % is shown, a cent less is not; equal legs are sorted by id', async () => {
    const legs = [2, 3, 4, 5, 6, 7].map((id): Partner => [id, 1])
    const top = await picture([[1, null], ...legs], {
      7: '49',
      2: '49',
      4: '1',
      3: '0.99',
      5: '0.01',
    })
    expect(idsOf(top)).toEqual([2, 7, 4])
    expect(top.more).toEqual({ people: 3, turnover: '1.00', teamSize: 3 })
  })

  test('a team without turnover has no parts by turnover', async () => {
    const top = await picture(
      [
        [1, null],
        [2, 1],
      ],
      {},
    )
    expect(top).toMatchObject({ children: [], more: { people: 1, turnover: '0.00' } })
  })

  test('by people, a part of 1 in 100 is shown, and 1 in 101 is not', async () => {
    const legs = Array.from({ length: 99 }, (_, at): Partner => [at + 2, 1])
    const whole = await picture([[1, null], ...legs], {}, 'people')
    expect(whole).toMatchObject({ more: null })
    expect(whole.children).toHaveLength(99)
    await importPartners(core, asUpload(partnersText([[101, 1]])))
    const { top } = await readTeamPicture(teamSources(core), 1, { sponsorId: 1, by: 'people' })
    expect(top).toMatchObject({ children: [], more: { people: 100, teamSize: 100 } })
  })

  test('at most 400 people are shown, nearest to the top first', async () => {
    // 98 legs of five lines each; only the last line buys, so that every part is large enough.
    const partners: Partner[] = [[1, null]]
    const bought: Record<number, string> = {}
    for (let leg = 0; leg < 98; leg += 1) {
      for (let line = 1; line <= 5; line += 1) {
        const id = 1 + leg * 5 + line
        partners.push([id, line === 1 ? 1 : id - 1])
      }
      bought[1 + leg * 5 + 5] = '10'
    }
    const lines: number[] = []
    const count = (node: TeamPictureNode): void => {
      lines[node.level] = (lines[node.level] ?? 0) + 1
      for (const child of node.children) count(child)
    }
    count(await picture(partners, bought))
    expect(lines).toEqual([1, 98, 98, 98, 98, 7])
  })
})
