// @vitest-environment jsdom
// What the tree of a past day shows of the calls, and what its file asks for.
import type { CallReply, getTree, TreeTrend } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const figures = (rang: string, teamSize: number, teamTurnover: string) => ({
  ownTurnover: '10.00',
  flSize: 1,
  flTurnover: '5.00',
  teamSize,
  teamTurnover,
  rang,
})
const who = (id: number, firstName: string) => ({
  id,
  firstName,
  lastName: 'Treeova',
  country: 'DE',
  registeredAt: Date.UTC(2026, 0, 5),
})
const TREE: CallReply<typeof getTree> = {
  asOf: 9,
  partner: {
    ...who(7, 'Ada'),
    past: figures('SAPPHIRE', 1_690, '161220.10'),
    today: figures('RUBY', 2_184, '254404.75'),
  },
  path: [{ id: 1, firstName: 'Root', lastName: 'Treeova', country: 'DE' }],
  content: [
    {
      ...who(8, 'Bea'),
      past: figures('TOPAZ', 3, '10.00'),
      today: figures('TOPAZ', 3, '10.00'),
    },
    { ...who(9, 'Cem'), past: null, today: figures('AMBER', 0, '0.00') },
  ],
}
const TREND: TreeTrend = {
  asOf: 9,
  months: [
    { at: Date.UTC(2026, 8), teamSize: 1_690, teamTurnover: '161220.10' },
    { at: Date.UTC(2026, 9), teamSize: 2_000, teamTurnover: '200000.00' },
    { at: Date.UTC(2026, 10), teamSize: 2_184, teamTurnover: '254404.75' },
  ],
  ranksReached: [
    { rang: 'SAPPHIRE', count: 4 },
    { rang: 'TOPAZ', count: 9 },
  ],
}

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  service.data.set('GET /console/v1/tree', TREE)
  service.data.set('GET /console/v1/tree/trend', TREND)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = () => openPage('/console/tree?partner=7&day=2026-09-14', service)
const figureOf = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).parentElement!.textContent

test('PAS-001 the rank of both days stands beside each partner; one who was not there has the rank of today', async () => {
  await open()
  const rankOf = async (name: RegExp) =>
    (await screen.findByRole('row', { name })).children[1]!.textContent
  expect(await rankOf(/Bea/)).toBe('Topaz')
  expect(await rankOf(/Cem/)).toBe('Amber')
  expect(figureOf('Rank')).toBe('RankSapphire→ today Ruby')
})

test('PAS-001 the chart marks the month of the day and has all its numbers as a table', async () => {
  await open()
  expect(await screen.findByRole('figure', { name: 'Team turnover' })).toBeTruthy()
  expect(screen.getByText('Month of the chosen day')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show the numbers' }))
  const table = screen.getByRole('table', { name: 'Team at the end of each month' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'MonthTeam turnoverTeam size',
    'Sep 2026 Month of the chosen day161,220.10 EUR1,690',
    'Oct 2026200,000.00 EUR2,000',
    'Nov 2026254,404.75 EUR2,184',
  ])
  expect(figureOf('Ranks reached in the team since then')).toContain('134 Sapphire, 9 Topaz')
})

test('PAS-001 SCR-001 where the chart fails, the tree stays and the chart is read again', async () => {
  service.refusals.set('GET /console/v1/tree/trend', [refused('data_not_ready')])
  await open()
  expect(await screen.findByRole('row', { name: /Bea/ })).toBeTruthy()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(figureOf('Ranks reached in the team since then')).toContain('–')
  fireEvent.click(retry)
  expect(await screen.findByRole('figure', { name: 'Team size' })).toBeTruthy()
})

test('PAS-001 EXP-004 the file has the partner and the first line of both days', async () => {
  service.data.set('GET /console/v1/exports', { content: [] })
  service.data.set('POST /console/v1/exports', { id: 5, state: 'RUNNING', rows: 0 })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  const sent = () => service.calls.find(({ call }) => call === 'POST /console/v1/exports')
  await waitFor(() => expect(sent()).toBeTruthy())
  expect(sent()!.body).toMatchObject({
    list: 'tree',
    filters: { partner: '7', day: '2026-09-14' },
  })
  const { columns } = sent()!.body as { columns: string[] }
  expect(columns).toEqual(expect.arrayContaining(['line', 'rangThen', 'rangToday', 'teamSizeThen']))
})
