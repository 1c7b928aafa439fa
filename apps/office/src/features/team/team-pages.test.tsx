// @vitest-environment jsdom
import type { TeamPictureNode } from '@partner-office/contracts'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { type Opened, openPage } from '../../testing/open-page.ts'
import { cellsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { rank } from '../../testing/ranks.ts'
import { page, refusal, success } from '../../testing/services.ts'
import { teamMember } from '../../testing/team.ts'
import { stubWindow } from '../../testing/wide-window.ts'
import { TeamMyPage, TeamTreePage } from './team-pages.tsx'

const NOW = Date.UTC(2026, 10, 12, 9)
const DAY = 24 * 3_600_000

beforeAll(installTopLayer)
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
  stubWindow('desktop')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
})

const GRACE = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  allowPublicProfile: 1,
  invite: 'G1',
  avatar: '',
}
const BEA = teamMember({
  phone: '+49 30 1',
  telegram: 'bea',
  country: 'DE',
  activeUntil: NOW + DAY,
})
const ANN = teamMember({
  id: 42,
  userId: 42,
  firstName: '',
  lastName: '',
  flSize: 0,
  teamSize: 0,
  rang: 'FREE',
  country: '',
})
const TEAM = '/v1/team'

const open = (
  component: () => React.ReactNode,
  path: string,
  { answers, profile, ...opened }: Opened,
) =>
  openPage(component, path, {
    ...opened,
    profile: { teamFl: 2, teamAll: 9, parentInvite: 'G1', ...profile },
    answers: {
      'GET /v1/profile/public': success(GRACE),
      'GET /v1/rang/all': success([rank({ id: 1, code: 'FREE' }), rank({})]),
      [`GET ${TEAM}`]: page([BEA, ANN]),
      'GET /v1/team/path': success([{ id: 41, name: 'Bea Leg', flSize: 2 }]),
      'GET /v1/user': success({
        id: 7,
        email: 'a@example.com',
        blocked: false,
        registeredAt: Date.UTC(2026, 9, 1, 12),
        activeUntil: null,
      }),
      ...answers,
    },
  })
const openSearch = (opened: Opened = {}) => open(TeamMyPage, '/team/my', opened)
const openTree = (opened: Opened = {}) => open(TeamTreePage, '/team/tree', opened)
const card = (name: string) => screen.findByRole('article', { name })
/** The questions of the search; not those of counts and of the first line. */
const lists = (asked: (path: string) => string[]) =>
  asked(TEAM).filter((query) => query.includes('size=20'))
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

test('TEA-001 TEA-002 TEA-003 the team has its sponsor, its size and three views', async () => {
  openSearch()
  await card('Bea Leg')
  expect(plainTexts(document, '.page-head')).toEqual(['Team9 people'])
  expect(plainTexts(document, '[role=tab]')).toEqual(['Search', 'Tree', 'Picture'])
  await screen.findByText('Grace Hopper')
  expect(plainText(screen.getByText('Your sponsor').closest('.card'))).toBe(
    'Your sponsorGHGrace Hoppergrace@example.comEmail',
  )
  const overview = document.querySelector('.team-top')!
  const tabs = screen.getByRole('tablist')
  expect(tabs.compareDocumentPosition(overview) & Node.DOCUMENT_POSITION_PRECEDING).not.toBe(0)
  cleanup()
  stubWindow('phone')
  openSearch({ profile: { teamAll: 1 } })
  await card('Bea Leg')
  expect(plainTexts(document, '.page-head')).toEqual(['Team1 person'])
  expect(
    screen.getByRole('tablist').compareDocumentPosition(document.querySelector('.team-top')!) &
      Node.DOCUMENT_POSITION_FOLLOWING,
  ).not.toBe(0)
})

test('TEA-004 TEA-005 TEA-006 of many contacts of a sponsor three are shown, then all', async () => {
  const many = { phone: '1', mobile: '2', telegram: 'grace', skype: 'live:grace', wechat: 'gg' }
  openSearch({
    answers: {
      'GET /v1/profile/public': success({
        ...GRACE,
        ...many,
        firstName: '',
        lastName: '',
        allowPublicProfile: 0,
        email: '',
      }),
    },
  })
  await screen.findByText('noname')
  const sponsor = screen.getByText('Your sponsor').closest<HTMLElement>('.card')!
  expect(plainTexts(sponsor, 'li')).toEqual(['Telegram', '1', '2', '2 more'])
  fireEvent.click(within(sponsor).getByRole('button', { name: '2 more' }))
  expect(plainTexts(sponsor, 'li')).toEqual(['Telegram', '1', '2', 'live:grace', 'gg', 'Show less'])
  expect(
    [...sponsor.querySelectorAll('a')].map(
      (link) => `${link.getAttribute('href')} ${link.target} ${link.title}`,
    ),
  ).toEqual(['https://t.me/grace _blank @grace'])
  fireEvent.click(within(sponsor).getByRole('button', { name: 'Show less' }))
  expect(sponsor.querySelectorAll('li')).toHaveLength(4)
  cleanup()
  openSearch({
    answers: {
      'GET /v1/profile/public': success({ ...GRACE, phone: '1', mobile: '2', telegram: 'grace' }),
    },
  })
  await screen.findByText('Grace Hopper')
  expect(screen.getByText('Your sponsor').closest('.card')!.querySelectorAll('li')).toHaveLength(4)
  expect(screen.queryByText(/more$/)).toBeNull()
})

test('TEA-008 at the top of a team there is no sponsor, and no call asks for one', async () => {
  const asked = openSearch({ profile: { parentInvite: null } })
  expect(
    await screen.findByText('You have no sponsor. You are at the top of your team.'),
  ).toBeDefined()
  await card('Bea Leg')
  expect(asked('/v1/profile/public')).toEqual([])
})

test('TEA-027 TEA-032 TEA-037 a member has figures and contacts; the name leads to the team', async () => {
  const asked = openSearch()
  const bea = await card('Bea Leg')
  expect(plainText(bea)).toBe(
    'BLBea LegActivesince 03.05.2026RubyOwn turnover100.00First line2First-line turnover200.00Team5Team turnover300.00Contact details',
  )
  expect(plainText(await card('noname'))).toBe(
    'NnonameInactivesince 03.05.2026FreeOwn turnover100.00First line0First-line turnover200.00Team0Team turnover300.00Contact details',
  )
  fireEvent.click(within(bea).getByRole('button', { name: 'Contact details' }))
  expect(plainTexts(bea, '.contact')).toEqual([
    'Level1',
    'CountryGermany',
    'Invite page…/en/partner/B7M2QX',
    'Telegram@beaCopy @beaOpen in Telegram',
    'Phone+49 30 1',
  ])
  const details = within(bea).getByRole('button', { name: 'Contact details' })
  expect(document.getElementById(details.getAttribute('aria-controls')!)).not.toBeNull()
  fireEvent.click(details)
  expect(bea.querySelectorAll('.contact')).toHaveLength(0)
  expect(details.getAttribute('aria-controls')).toBeNull()
  const ann = await card('noname')
  expect(within(ann).queryByRole('link')).toBeNull()
  fireEvent.click(within(ann).getByRole('button', { name: 'Contact details' }))
  expect(plainTexts(ann, '.contact')).toEqual([
    'Level1',
    'Invite page…/en/partner/B7M2QX',
    'Not filled',
  ])
  fireEvent.click(within(bea).getByRole('link', { name: 'Bea Leg' }))
  await vi.waitFor(() => expect(lists(asked).at(-1)).toContain('sponsorId=41'))
  expect(await screen.findByText('Bea Leg', { selector: '.crumbs bdi' })).toBeDefined()
})

test('TEA-033 phones can call a member who has a number', async () => {
  stubWindow('phone')
  openSearch()
  const call = within(await card('Bea Leg'))
    .getByText('Call')
    .closest('a')!
  expect(plainText(call)).toBe('Call Bea Leg')
  expect(call.getAttribute('href')).toMatch(/^tel:/)
  expect(within(await card('noname')).queryByText('Call')).toBeNull()
  cleanup()
  stubWindow('desktop')
  openSearch()
  expect(within(await card('Bea Leg')).queryByText('Call')).toBeNull()
})

test('TEA-011 TEA-019 rank, order and scope are asked of the service; what is active can be removed', async () => {
  const asked = openSearch()
  await card('Bea Leg')
  expect(plainTexts(screen.getByLabelText('Rank'), 'option')).toEqual(['All ranks', 'Free', 'Ruby'])
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
  fireEvent.change(screen.getByLabelText('Rank'), { target: { value: 'RUBY' } })
  await vi.waitFor(() => expect(lists(asked).at(-1)).toContain('rang=RUBY'))
  fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'flSize|asc' } })
  await vi.waitFor(() => expect(lists(asked).at(-1)).toContain('sort=flSize|asc'))
  fireEvent.click(button('Whole team'))
  await vi.waitFor(() => expect(lists(asked).at(-1)).toContain('scope=downline'))
  expect(plainTexts(await screen.findByRole('list', { name: 'Active filters' }), 'li')).toEqual([
    'Ruby',
  ])
  expect(await screen.findByText('2 of 9 match')).toBeDefined()
  fireEvent.click(button('Remove: Ruby'))
  await vi.waitFor(() => expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull())
  expect(await screen.findByText('2 people')).toBeDefined()
  expect(lists(asked).at(-1)).toContain('sort=flSize|asc')
})

test('TEA-012 TEA-018 the filters of figures: bounds as chips, closing the panel clears them', async () => {
  const asked = openSearch()
  await card('Bea Leg')
  const panel = button('Filters')
  expect(panel.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(panel)
  expect(panel.getAttribute('aria-expanded')).toBe('true')
  const bound = (name: string, value: string) => {
    const field = screen.getByRole<HTMLInputElement>('textbox', { name })
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
    return field
  }
  expect(bound('Own turnover, EUR, from', '2').value).toBe('2.00')
  await vi.waitFor(() => expect(lists(asked).at(-1)).toContain('ownTurnoverMin=2'))
  const asksFor = (text: string) => vi.waitFor(() => expect(lists(asked).at(-1)).toContain(text))
  bound('Own turnover, EUR, to', '30')
  await asksFor('ownTurnoverMax=30')
  bound('Team size, to', '4')
  await asksFor('teamSizeMax=4')
  bound('First-line size, from', '1')
  await asksFor('flSizeMin=1')
  fireEvent.click(button('Inactive'))
  await asksFor('active=false')
  expect(plainTexts(document, '.filter-chips li')).toEqual([
    'Inactive',
    'Own turnover 2.00 EUR to 30.00 EUR',
    'First-line size from 1',
    'Team size up to 4',
  ])
  expect(bound('Team size, from', '1.5').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Enter a whole number.')).toBeDefined()
  expect(bound('Team turnover, EUR, to', 'x').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/^Enter an amount such as/)).toBeDefined()
  expect(plainText(panel)).toBe('Filters 4')
  bound('Own turnover, EUR, to', '')
  await vi.waitFor(() => expect(lists(asked).at(-1)).not.toContain('ownTurnoverMax'))
  bound('Own turnover, EUR, from', '')
  await vi.waitFor(() => expect(plainText(panel)).toBe('Filters 3'))
  fireEvent.click(panel)
  await vi.waitFor(() => expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull())
  expect(screen.queryByRole('textbox', { name: 'Team size, to' })).toBeNull()
})

test('TEA-018 phones have the filters in a sheet: its button keeps them, closing clears them', async () => {
  stubWindow('phone')
  const asked = openSearch()
  await card('Bea Leg')
  for (const [end, kept] of [
    ['Show 2 people', 1],
    ['Close', 0],
  ] as const) {
    fireEvent.click(button(/^Filters/))
    const sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('button', { name: 'Inactive' }))
    await vi.waitFor(() => expect(lists(asked).at(-1)).toContain('active=false'))
    fireEvent.click(await within(sheet).findByRole('button', { name: end }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await vi.waitFor(() =>
      expect(screen.queryAllByRole('list', { name: 'Active filters' })).toHaveLength(kept),
    )
  }
})

test('TEA-022 TEA-023 a name of three letters is a filter', async () => {
  const asked = openSearch()
  await card('Bea Leg')
  const name = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name' })
  fireEvent.change(name, { target: { value: 'be' } })
  fireEvent.blur(name)
  expect(await screen.findByText('Type at least 3 characters.')).toBeDefined()
  fireEvent.change(name, { target: { value: 'bea' } })
  fireEvent.keyDown(name, { key: 'Enter' })
  await vi.waitFor(() => expect(lists(asked).at(-1)).toContain('name=bea'))
  expect(plainTexts(await screen.findByRole('list', { name: 'Active filters' }), 'li')).toEqual([
    'Name: bea',
  ])
  fireEvent.click(button('Clear all'))
  await vi.waitFor(() => expect(name.value).toBe(''))
})

test('TEA-048 nobody in the team, or nobody who matches', async () => {
  openSearch({ answers: { [`GET ${TEAM}`]: page([], 0) } })
  expect(await screen.findByText('Nobody here yet')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Rank'), { target: { value: 'RUBY' } })
  expect(await screen.findByText('Nobody matches the filters')).toBeDefined()
  expect(screen.queryByText(/in the whole team$/)).toBeNull()
  fireEvent.click(button('Clear filters'))
  expect(await screen.findByText('Nobody here yet')).toBeDefined()
})

test('TEA-058 a team that cannot be read says why', async () => {
  openSearch({ answers: { [`GET ${TEAM}`]: refusal('validation_error') } })
  expect(await screen.findByText('The team could not be loaded')).toBeDefined()
})

test('TEA-065 in the whole team a member has the line and the path above, which lead to their teams', async () => {
  const deep = teamMember({
    id: 50,
    level: 3,
    firstName: 'Deep',
    path: [
      { id: 41, name: 'Bea Leg', flSize: 2 },
      { id: 44, name: '', flSize: 1 },
    ],
  })
  const asked = openSearch({
    answers: {
      [`GET ${TEAM}`]: page([deep]),
      'GET /v1/team/path': success([
        { id: 41, name: 'Bea Leg', flSize: 2 },
        { id: 44, name: '', flSize: 1 },
      ]),
    },
  })
  const shown = await card('Deep Leg')
  expect(plainTexts(shown, '.member-place')).toEqual(['Line 33Bea Legnoname'])
  fireEvent.click(within(shown).getByRole('link', { name: 'noname' }))
  await vi.waitFor(() => expect(lists(asked).at(-1)).toContain('sponsorId=44'))
  const path = ['Anna Keller', 'Line 11Bea Leg', 'Line 22noname']
  await vi.waitFor(() => expect(plainTexts(document, 'nav .crumbs > li')).toEqual(path))
})

test('TEA-046 more members are loaded on demand, each once', async () => {
  const asked = openSearch({ answers: { [`GET ${TEAM}`]: page([BEA, ANN], 2) } })
  await card('Bea Leg')
  fireEvent.click(button('Load more'))
  await vi.waitFor(() => expect(lists(asked).at(-1)).toContain('page=1'))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull())
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test('TRE-001 TRE-003 TRE-005 TRE-010 the tree is a table that sorts by its figures and opens the teams below', async () => {
  const asked = openTree()
  const table = await screen.findByRole('table')
  expect(cellsOf(table)).toEqual([
    'Level | Partner | Telegram | Own turnover, EUR | First line | First-line turnover, EUR | Team | Team turnover, EUR | Open',
    'Line 11 | Bea LegRuby | Copy @beaOpen in Telegram | 100.00 | 2 | 200.00 | 5 | 300.00 | ',
    'Line 11 | nonameFree |  | 100.00 | 0 | 200.00 | 0 | 300.00 | ',
  ])
  expect(
    [...table.querySelectorAll('th[aria-sort]')].map((head) => head.getAttribute('aria-sort')),
  ).toEqual(['none', 'none', 'none', 'none', 'descending'])
  expect(await screen.findByText('2 of 2 shown')).toBeDefined()
  expect(screen.queryByLabelText('Sort by')).toBeNull()
  fireEvent.click(button('Own turnover, EUR'))
  await vi.waitFor(() => expect(lists(asked).at(-1)).toContain('sort=ownTurnover|desc'))
  await vi.waitFor(() =>
    expect(
      screen.getByRole('columnheader', { name: 'Own turnover, EUR' }).getAttribute('aria-sort'),
    ).toBe('descending'),
  )
  const [bea, ann] = [...screen.getByRole('table').querySelectorAll('tbody tr')]
  expect([bea, ann].map((row) => row!.getAttribute('data-opens'))).toEqual(['true', null])
  expect([bea, ann].map((row) => row!.querySelector('button')!.disabled)).toEqual([false, true])
  fireEvent.click(bea!.querySelector('button')!)
  fireEvent.click(ann!.querySelector('td')!)
  // A step down would be asked for by now.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(lists(asked).at(-1)).toContain('sponsorId=7')
  fireEvent.click(bea!.querySelector('td')!)
  await vi.waitFor(() => expect(lists(asked).at(-1)).toContain('sponsorId=41'))
  expect(await screen.findByRole('table', { name: 'Team of Bea Leg, line 2' })).toBeDefined()
})

test('TRE-002 narrow windows show the tree as cards, the sorted figure first', async () => {
  stubWindow('tablet')
  const asked = openTree()
  const list = await screen.findByRole('list', { name: 'Team of Anna Keller, line 1' })
  expect(plainTexts(list, 'li')).toEqual([
    'Bea LegLine 11RubyCopy @beaOpen in TelegramTeam turnover, EUR300.00Own turnover, EUR100.00First-line turnover, EUR200.00First line / team2 / 5',
    'Copy @bea',
    'Open in Telegram',
    'nonameLine 11FreeTeam turnover, EUR300.00Own turnover, EUR100.00First-line turnover, EUR200.00First line / team0 / 0',
  ])
  for (const [sort, first] of [
    ['flSize|desc', 'First line / team'],
    ['flTurnover|asc', 'First-line turnover, EUR'],
  ]) {
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: sort } })
    await vi.waitFor(() => expect(lists(asked).at(-1)).toContain(`sort=${sort}`))
    await vi.waitFor(() =>
      expect(plainText(document.querySelector('.tree-figures dt'))).toBe(first),
    )
  }
  expect(plainTexts(screen.getByLabelText('Sort by'), 'option')).toHaveLength(10)
})

test('TRE-015 a longer line says how many members it has', async () => {
  openTree({ profile: { teamFl: 40 }, answers: { [`GET ${TEAM}`]: page([BEA, ANN], 2) } })
  expect(await screen.findByText('2 of 40 shown')).toBeDefined()
  cleanup()
  openTree({ profile: { teamFl: 1 }, answers: { [`GET ${TEAM}`]: page([BEA, ANN], 2) } })
  expect(await screen.findByText('2 of 3 shown')).toBeDefined()
  cleanup()
  openTree({ answers: { [`GET ${TEAM}`]: page([], 0) } })
  expect(await screen.findByText('Nobody here yet')).toBeDefined()
  expect(screen.getByText(/^Nobody is in your team yet/)).toBeDefined()
})

const PAST = '/v1/team/past'
const FIGURES = {
  ownTurnover: '1.00',
  flSize: 2,
  flTurnover: '3.00',
  teamSize: 4,
  teamTurnover: '5.00',
}
const past = (content: readonly object[]) =>
  success({ content, number: 0, totalPages: 1, team: FIGURES })
const THEN = [
  { ...FIGURES, id: 41, firstName: 'Bea', lastName: 'Leg', level: 1 },
  { ...FIGURES, id: 42, firstName: '', lastName: '', level: 1, flSize: 0 },
]
const openPast = (day: string, answer = past(THEN)) =>
  openTree({ search: `?day=${day}`, answers: { [`GET ${PAST}`]: answer } })

test('PAS-002 the tree of a past day', async () => {
  const asked = openPast('2026-11-11')
  const table = await screen.findByRole('table')
  expect(cellsOf(table)).toEqual([
    'Level | Partner | Own turnover, EUR | First line | First-line turnover, EUR | Team | Team turnover, EUR | Open',
    'Line 11 | Bea Leg | 1.00 | 2 | 3.00 | 4 | 5.00 | ',
    'Line 11 | noname | 1.00 | 0 | 3.00 | 4 | 5.00 | ',
  ])
  expect(
    await screen.findByText('You see your team as it was at the end of 11.11.2026, UTC.'),
  ).toBeDefined()
  expect(asked(PAST)).toEqual(['?sponsorId=7&day=2026-11-11&sort=teamTurnover|desc&size=20&page=0'])
  fireEvent.click(within(table).getByRole('link', { name: 'Bea Leg' }))
  await vi.waitFor(() => expect(asked(PAST).at(-1)).toContain('sponsorId=41&day=2026-11-11'))
  fireEvent.click(button('Show today'))
  expect(await screen.findByText('2 of 2 shown')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show today' })).toBeNull()
})

test('PAS-002 a day that is typed opens its tree, and an empty field today', async () => {
  const asked = openTree({ answers: { [`GET ${PAST}`]: past(THEN) } })
  await screen.findByText('2 of 2 shown')
  const field = screen.getByRole('group', { name: 'Team at the end of the day (UTC)' })
  const [first] = within(field).getAllByRole('spinbutton')
  fireEvent.paste(first!, { clipboardData: { getData: () => '2026-11-11' } })
  expect(await screen.findByText(/^You see your team as it was/)).toBeDefined()
  expect(asked(PAST)[0]).toContain('day=2026-11-11')
  for (const part of within(field).getAllByRole('spinbutton'))
    fireEvent.change(part, { target: { value: '' } })
  expect(await screen.findByText('2 of 2 shown')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show today' })).toBeNull()
})

test('PAS-002 a past day on narrow windows, and a day without members', async () => {
  stubWindow('tablet')
  openPast('2026-11-11')
  const list = await screen.findByRole('list', { name: 'Team of Anna Keller, line 1' })
  expect(plainTexts(list, 'li')).toEqual([
    'Line 11Bea LegTeam turnover, EUR5.00Own turnover, EUR1.00First-line turnover, EUR3.00First line / team2 / 4',
    'Line 11nonameTeam turnover, EUR5.00Own turnover, EUR1.00First-line turnover, EUR3.00First line / team0 / 4',
  ])
  expect(screen.getByLabelText('Sort by')).toBeDefined()
  cleanup()
  openPast('2026-11-11', past([]))
  expect(await screen.findByText('Nobody here yet')).toBeDefined()
})

test.each([
  ['2026-11-12', true],
  ['2026-11-11', false],
  ['2026-10-01', false],
  ['2026-09-30', true],
])('PAS-002 the day %s is outside: %s', async (day, isOutside) => {
  openPast(day, isOutside ? refusal('validation_error') : past(THEN))
  if (isOutside)
    expect(await screen.findByText('Choose a past day from 01.10.2026 on.')).toBeDefined()
  await screen.findByText(isOutside ? /^Choose/ : /^You see your team/)
  if (!isOutside) await screen.findByRole('table')
  expect(screen.queryByText(/^Choose a past day/) !== null).toBe(isOutside)
  expect(screen.queryByText(/^You see your team/) === null).toBe(isOutside)
  expect(screen.queryByRole('table') === null).toBe(isOutside)
})

const node = (facts: Partial<TeamPictureNode>): TeamPictureNode => ({
  id: 7,
  firstName: 'Bea',
  lastName: 'Leg',
  avatar: '',
  rang: 'RUBY',
  active: true,
  level: 1,
  ownTurnover: '10.00',
  teamTurnover: '50.00',
  teamSize: 3,
  flSize: 1,
  children: [],
  more: null,
  ...facts,
})
const LEAF = node({
  id: 43,
  firstName: 'Leaf',
  level: 2,
  teamTurnover: '0.00',
  teamSize: 0,
  flSize: 0,
  ownTurnover: '40.00',
})
const TOP = node({
  firstName: 'Anna',
  lastName: 'Keller',
  level: 0,
  ownTurnover: '5.00',
  teamTurnover: '100.00',
  teamSize: 7,
  flSize: 4,
  children: [
    node({ id: 41, children: [LEAF] }),
    node({
      id: 42,
      firstName: '',
      lastName: '',
      ownTurnover: '20.00',
      teamTurnover: '0.00',
      teamSize: 0,
      flSize: 0,
      active: false,
      rang: 'FREE',
    }),
  ],
  more: { people: 2, turnover: '20.00', teamSize: 2 },
})
const openPicture = (top: TeamPictureNode = TOP) =>
  openTree({ search: '?view=picture', answers: { 'GET /v1/team/picture': success({ top }) } })

test('the picture has a field for each leg, a sentence, and the same figures as a list', async () => {
  const asked = openPicture()
  const picture = await screen.findByRole('group', { name: /^Legs sized by turnover/ })
  expect(plainTexts(picture, '.part')).toEqual([
    'You, Ruby, 100.00 EUR, 100.0%You100.00100.0%',
    'Bea Leg, Ruby, 60.00 EUR, 60.0%Bea Leg60.0060.0%',
    'Leaf Leg, Ruby, 40.00 EUR, 40.0%Leaf Leg40.0040.0%',
    'noname, Free, 20.00 EUR, 20.0%noname20.0020.0%',
    '2 more+2',
  ])
  expect(
    [...picture.querySelectorAll('.part')].map(
      (part) =>
        `${part.getAttribute('data-tone')} ${part.getAttribute('aria-current')} ${part.getAttribute('tabindex')}`,
    ),
  ).toEqual(['RUBY true 0', 'RUBY null -1', 'RUBY null -1', 'FREE null -1', 'null null null'])
  expect(plainTexts(document, '.keys li')).toEqual(['Ruby', 'Free'])
  expect(cellsOf(screen.getByRole('table'))).toEqual([
    'Partner | Rank | Leg turnover, EUR | Share | Largest leg below',
    'BLBea LegRuby | Ruby | 60.00 | 60.0% | Leaf Leg',
    'nonameFree | Free | 20.00 | 20.0% | –',
    '+22 more | – | 20.00 | 20.0% | –',
  ])
  expect(plainTexts(document, '.picture-sentence')).toEqual([
    'Bea Leg’s leg holds 60.0% of your team turnover and noname’s 20.0%. The other 2 legs together hold 20.0%.',
  ])
  expect(plainText(screen.getByRole('region', { name: 'Selected person' }))).toBe(
    'AKYouRubyActiveTeam turnover100.00 EURShare of yours100.0%Own turnover5.00 EUROpen in tree',
  )
  expect(button('One level up').disabled).toBe(true)
  fireEvent.click(within(picture).getByText('Bea Leg', { selector: 'b' }))
  const selected = screen.getByRole('region', { name: 'Selected person' })
  expect(plainText(selected)).toBe(
    'BLBea LegRubyLine 11ActiveLeg turnover60.00 EURShare of yours60.0%Own turnover10.00 EURZoom inOpen in tree',
  )
  fireEvent.click(within(selected).getByRole('button', { name: 'Zoom in' }))
  await vi.waitFor(() => expect(asked('/v1/team/picture').at(-1)).toContain('sponsorId=41'))
  fireEvent.click(button('People'))
  await vi.waitFor(() => expect(asked('/v1/team/picture').at(-1)).toContain('by=people'))
})

test('the picture by people and by activity', async () => {
  openPicture()
  await screen.findByRole('group', { name: /^Legs sized by turnover/ })
  fireEvent.click(button('People'))
  fireEvent.click(await screen.findByRole('button', { name: 'Active' }))
  const picture = await screen.findByRole('group', { name: /^Legs sized by people/ })
  expect(plainTexts(picture, '.part')).toEqual([
    'You, Active, 7 people, 100.0%You7100.0%',
    'Bea Leg, Active, 4 people, 57.1%Bea Leg457.1%',
    'Leaf Leg, Active, 1 person, 14.2%Leaf Leg114.2%',
    'noname, Inactive, 1 person, 14.2%noname114.2%',
    '2 more+2',
  ])
  expect(plainTexts(document, '.keys li')).toEqual(['Active', 'Inactive'])
  expect(cellsOf(screen.getByRole('table'))).toEqual([
    'Partner | Status | People | Share | Largest leg below',
    'BLBea LegActive | Active | 4 | 57.1% | Leaf Leg',
    'nonameInactive | Inactive | 1 | 14.2% | –',
    '+22 more | – | 2 | 28.5% | –',
  ])
  expect(plainTexts(document, '.picture-sentence')).toEqual([
    'Bea Leg’s leg holds 57.1% of the people in your team and noname’s 14.2%. The other 2 legs together hold 28.5%.',
  ])
  expect(plainText(screen.getByRole('region', { name: 'Selected person' }))).toBe(
    'AKYouRubyActivePeople7Share of yours100.0%Own turnover5.00 EUROpen in tree',
  )
})

test('the arrow keys move between the fields of the picture', async () => {
  openPicture()
  const picture = await screen.findByRole('group', { name: /^Legs sized by turnover/ })
  picture.querySelector<HTMLElement>('.part')!.focus()
  const visited = ['Down', 'Right', 'Left', 'Down', 'Up', 'Up', 'Shift'].map((key) => {
    fireEvent.keyDown(document.activeElement!, { key: `Arrow${key}` })
    return plainText(document.activeElement!.querySelector('b'))
  })
  expect(visited).toEqual(['Bea Leg', 'noname', 'Bea Leg', 'Leaf Leg', 'Bea Leg', 'You', 'You'])
})

test('a team without turnover, and one without people', async () => {
  openPicture({
    ...TOP,
    teamTurnover: '0.00',
    ownTurnover: '0.00',
    children: [node({ id: 41, teamTurnover: '0.00', ownTurnover: '0.00', flSize: 0, teamSize: 0 })],
    more: null,
  })
  expect(await screen.findByText('No turnover in this team yet')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Selected person' })).toBeNull()
  fireEvent.click(button('Size by people'))
  expect(await screen.findByRole('group', { name: /^Legs sized by people/ })).toBeDefined()
  cleanup()
  openPicture({ ...TOP, teamTurnover: '0.00', teamSize: 0, flSize: 0, children: [], more: null })
  expect(await screen.findByText('Nobody here yet')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
})
