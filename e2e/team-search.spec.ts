import { readFileSync } from 'node:fs'

import type { ErrorCode, TeamMember } from '@partner-office/contracts'
import type { Locator, Page } from '@playwright/test'

import { teamMember } from '../apps/office/src/testing/team.ts'
import { configure } from './configure.ts'
import { answerCall, changeCall, failCall, slowCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { office } from './operators.ts'
import { addressIn } from './other-language.ts'
import {
  COULD_NOT,
  expectAccessible,
  expectNoHorizontalScroll,
  expectWithoutColours,
  layoutShift,
} from './page-checks.ts'

const SEARCH = '/en/team/my'
const TEAM = '/v1/team'
const PUBLIC_PROFILE = '/v1/profile/public'
const NO_SERVER = 'The server could not answer. Try again in a moment.'

/** Several lines, and a partner with every contact that the partners' file has. */
const FAMILY = {
  name: 'Ada Lovelace',
  active: true,
  legs: [
    {
      name: 'Grace Hopper',
      active: true,
      turnover: '900.00',
      contacts: { telegram: 'grace_h', phone: '+49 30 12345', skype: 'grace.h', wechat: 'grace' },
      below: [
        { name: 'Edsger Dijkstra', turnover: '300.00', below: [{ name: 'Tony Hoare' }] },
        { name: 'Barbara Liskov' },
      ],
    },
    { name: 'Katherine Johnson', turnover: '120.50', active: true },
    { name: 'Mary Jackson' },
  ],
} as const

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const path = (page: Page) => page.getByRole('navigation', { name: 'Path in the team' })
const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const found = (page: Page) => page.getByRole('tabpanel').getByRole('status')
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const openFilters = (page: Page) => page.getByRole('button', { name: /^Filters/ }).click()

/** The queries of the page's list; the widget and the count use other page sizes. */
function questionsOf(page: Page): URLSearchParams[] {
  const questions: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === TEAM && searchParams.get('size') === '20') questions.push(searchParams)
  })
  return questions
}

const lastOf = (questions: readonly URLSearchParams[]): Record<string, string> =>
  Object.fromEntries(questions.at(-1) ?? [])

const asked = (page: Page, part: string) =>
  page.waitForRequest((request) => {
    const { pathname, search } = new URL(request.url())
    return (
      pathname === TEAM && search.includes('size=20') && decodeURIComponent(search).includes(part)
    )
  })

async function expectAccessibleFromTop(page: Page): Promise<void> {
  // Scrolled, the top bar covers half of what lies at its edge.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
}

async function open(page: Page, address = SEARCH): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('article').first()).toBeVisible()
}

const tokenOf = (page: Page): string => new URL(page.url()).searchParams.get('search') ?? ''
const searchOf = (page: Page): Record<string, unknown> =>
  JSON.parse(Buffer.from(tokenOf(page), 'base64url').toString('utf8'))
const tokenFor = (search: object): string =>
  Buffer.from(JSON.stringify(search)).toString('base64url')

/** Refuses only the calls of the page's list, with these codes. */
const refuseList = (page: Page, body: object, status = 200) =>
  page.route(
    ({ pathname, search }) => pathname === TEAM && search.includes('size=20'),
    (route) =>
      route.fulfill({ status, json: body, headers: { 'access-control-allow-origin': '*' } }),
  )

const refusal = (...codes: ErrorCode[]) => ({
  state: 'error',
  data: null,
  errors: codes.map((code) => ({ code, fieldName: null, errors: null })),
})

/** A member as the service answers it. */
const member = (facts: Partial<TeamMember>): TeamMember =>
  teamMember({
    userId: 900,
    id: 900,
    rang: 'JADE',
    lastName: 'Lang',
    registeredAt: Date.UTC(2024, 4, 18, 23),
    ownTurnover: '1.00',
    flTurnover: '2.00',
    teamTurnover: '3.00',
    flSize: 0,
    teamSize: 0,
    country: '',
    invite: 'BEA1',
    ...facts,
  })

test.describe('the page', () => {
  test('RTE-009 RTE-010 RTE-046 NAV-002 the menu leads to the team; the share links are there and on the dashboard only', async ({
    page,
    signIn,
  }) => {
    await signIn(FAMILY)
    await page.goto('/en/dashboard')
    const menu = page.getByRole('navigation', { name: 'Menu', exact: true })
    const links = widget(page, 'Your invite links')
    for (const name of ['Dashboard', 'Rank', 'Team']) {
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    }
    await expect(links).toBeVisible()
    for (const name of ['Rank', 'Rank bonus']) {
      await menu.getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
      await expect(widget(page, 'All ranks')).toBeVisible()
      await expect(links).toHaveCount(0)
    }
    await menu.getByRole('link', { name: 'Team', exact: true }).click()
    await expect(page).toHaveURL(/\/en\/team\/my$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
    await expect(card(page, 'Grace Hopper')).toBeVisible()
    await expect(links).toBeVisible()
    await page.getByRole('tab', { name: 'Tree' }).click()
    await expect(page.getByRole('tabpanel', { name: 'Tree' })).toBeVisible()
    await expect(links).toBeVisible()
    await page.goto('/en/team')
    await expect(page).toHaveURL(/\/en\/team\/my$/)
  })

  test('TEA-001 TEA-002 TEA-003 shows the sponsor, the team, and tabs with addresses of their own; nothing jumps', async ({
    page,
    signIn,
  }) => {
    await signIn({ ...FAMILY, sponsor: { name: 'Nora Byron', contacts: { telegram: 'nora' } } })
    const go = await slowCall(page, PUBLIC_PROFILE)
    await open(page)
    await go()
    await expect(widget(page, 'Your sponsor').getByRole('link').first()).toBeVisible()
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.05)
    await expect(widget(page, 'Your sponsor').getByText('Nora Byron')).toBeVisible()
    const team = widget(page, 'Your team')
    await expect(team.getByRole('definition')).toHaveText(['3', '6', '2 / 3'])
    await expect(team.getByRole('listitem')).toHaveCount(3)
    const tab = (name: string) => page.getByRole('tab', { name })
    await expect(tab('Search')).toHaveAttribute('aria-selected', 'true')
    await tab('Tree').click()
    await expect(page).toHaveURL(/\/en\/team\/tree#tabs$/)
    await expect(tab('Tree')).toHaveAttribute('aria-selected', 'true')
    await tab('Search').click()
    await expect(page).toHaveURL(/\/en\/team\/my#tabs$/)
    await tab('Search').press('ArrowRight')
    await expect(tab('Tree')).toBeFocused()
  })

  test('TEA-010 each failed load shows an error in its place, with a retry', async ({
    page,
    signIn,
  }) => {
    await signIn({ ...FAMILY, sponsor: {} })
    const repairs = [
      await failCall(page, PUBLIC_PROFILE, { code: 'not_found' }),
      await failCall(page, TEAM, { code: 'not_found' }),
    ]
    await page.goto(SEARCH)
    const places = ['Your sponsor', 'Your team'].map((name) => widget(page, name))
    for (const place of places) await expect(place.getByText(COULD_NOT)).toBeVisible()
    await expect(page.getByText(COULD_NOT)).toHaveCount(2)
    await expectAccessible(page)
    for (const [at, place] of places.entries()) {
      await repairs[at]!()
      await place.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText(COULD_NOT)).toHaveCount(1 - at)
      await expect(place.getByText(COULD_NOT)).toHaveCount(0)
    }
  })
})

test.describe('the sponsor', () => {
  const contactsOf = (page: Page): Locator => widget(page, 'Your sponsor').getByRole('listitem')
  const toggle = (page: Page): Locator => widget(page, 'Your sponsor').getByRole('button')

  test('TEA-004 TEA-005 TEA-006 TEA-008 three of five contacts are shown, the others on demand; four are all shown', async ({
    page,
    signIn,
  }) => {
    const contacts = { telegram: 'nora', phone: '+49 30 123', skype: 'nora', wechat: 'nora_w' }
    const partner = await signIn({ sponsor: { contacts } })
    const calls: URL[] = []
    page.on('request', (request) => calls.push(new URL(request.url())))
    await page.goto(SEARCH)
    await expect(contactsOf(page)).toHaveText(['Telegram', 'Email', 'Phone', '2 more'])
    const telegram = contactsOf(page).getByRole('link', { name: 'Telegram' })
    await expect(telegram).toHaveAttribute('href', 'https://t.me/nora')
    await toggle(page).click()
    // A value that is no address is text that can be copied.
    await expect(contactsOf(page)).toHaveText([
      'Telegram',
      'Email',
      'Phone',
      'Skype',
      'nora_w',
      'Show less',
    ])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show less' }).click()
    await expect(contactsOf(page)).toHaveCount(4)
    const { parentInvite } = (await as(partner)('GET', officeAddress('/v1/profile'))) as {
      parentInvite: string
    }
    const profiles = calls.filter(({ pathname }) => pathname === PUBLIC_PROFILE)
    expect(profiles.map(({ search }) => search)).toEqual([`?inviteCode=${parentInvite}`])

    await changeCall<object>(page, PUBLIC_PROFILE, (profile) => ({ ...profile, wechat: '' }))
    await page.reload()
    await expect(contactsOf(page)).toHaveText(['Telegram', 'Email', 'Phone', 'Skype'])
    await expect(toggle(page)).toHaveCount(0)
  })

  test('TEA-009 the link to the public page leads to the site that the operator chose, or is missing', async ({
    page,
    signIn,
  }) => {
    const partner = await signIn({ sponsor: { name: 'Nora Byron' } })
    const { sponsor, parentInvite } = (await as(partner)('GET', officeAddress('/v1/profile'))) as {
      sponsor: { id: number }
      parentInvite: string
    }
    await configure(page, { 'publicSite.1': 'https://one.example', 'publicSite.3': '/de/partner' })
    const link = widget(page, 'Your sponsor').getByRole('link', { name: 'Public page' })
    const chosen = async (site: number) => {
      await office(`partner public-page ${sponsor.id} ${site}`)
      await page.goto(SEARCH)
      await expect(widget(page, 'Your sponsor').getByText('Nora Byron')).toBeVisible()
    }
    await chosen(1)
    await expect(link).toHaveAttribute('href', `https://one.example/${parentInvite}`)
    await chosen(0)
    await expect(link).toHaveCount(0)
    await chosen(3)
    const opened = page.waitForEvent('popup')
    await link.click()
    const invitation = await opened
    await expect(invitation).toHaveURL(officeAddress(`/de/partner/${parentInvite}`))
    await expect(invitation.getByText('Nora Byron').first()).toBeVisible()
  })
})

test.describe('the requests', () => {
  test('ACC-005 TEA-020 TEA-021 TEA-024 TEA-062 TEA-063 the page opens with the own first line, newest first', async ({
    page,
    signIn,
  }) => {
    const { id } = await signIn(FAMILY)
    const questions = questionsOf(page)
    await open(page)
    expect(lastOf(questions)).toEqual({
      sponsorId: String(id),
      page: '0',
      size: '20',
      sort: 'registeredAt|desc',
    })
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(page.getByRole('article').first()).toHaveAccessibleName('Mary Jackson')
  })

  test('TEA-011 TEA-019 TEA-062 name, rank and each of the twelve sort orders are in the request', async ({
    page,
    signIn,
  }) => {
    const { id } = await signIn(FAMILY)
    const questions = questionsOf(page)
    await open(page)
    const options = page.getByLabel('Sort by').getByRole('option')
    const values = await options.evaluateAll((all) =>
      all.map((o) => (o as HTMLOptionElement).value),
    )
    const fields = 'registeredAt teamTurnover teamSize flTurnover flSize ownTurnover'.split(' ')
    expect(values.toSorted()).toEqual(
      fields.flatMap((field) => [`${field}|asc`, `${field}|desc`]).toSorted(),
    )
    // The page opens with the first sort order.
    for (const value of values.slice(1)) {
      const call = asked(page, `sort=${value}`)
      await page.getByLabel('Sort by').selectOption(value)
      await call
    }
    await page.getByLabel('Name').fill('  hopper ')
    await expect(card(page, 'Mary Jackson')).toHaveCount(0)
    await page.getByLabel('Rank', { exact: true }).selectOption({ label: 'Free' })
    await page.getByLabel('Sort by').selectOption({ label: 'Team turnover, high to low' })
    await expect(card(page, 'Grace Hopper')).toBeVisible()
    await expect(found(page)).toHaveText('1 of 3 matches')
    expect(lastOf(questions)).toEqual({
      sponsorId: String(id),
      page: '0',
      size: '20',
      sort: 'teamTurnover|desc',
      rang: 'FREE',
      name: 'hopper',
    })
  })

  test('TEA-023 TEA-048 C11.29 a name of two characters is refused; names are found as people have them; a search without a match says so', async ({
    page,
    signIn,
  }) => {
    const names = ['Łukasz Øst-Åse', '小龙 李', '민수 김']
    await signIn({ name: 'Ada Lovelace', legs: names.map((name) => ({ name })) })
    const questions = questionsOf(page)
    await open(page)
    const field = page.getByRole('searchbox', { name: 'Name' })
    const refused = page.getByRole('alert').filter({ hasText: 'Type at least 3 characters.' })
    for (const short of ['ab', '李']) {
      await field.fill(short)
      await expect(refused).toBeVisible()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await field.press('Enter')
      expect(questions).toHaveLength(1)
    }
    await expectAccessible(page)
    // Two East Asian letters are enough.
    for (const [typed, name] of [
      ['lukasz ostase', names[0]!],
      ['李小', names[1]!],
    ] as const) {
      await field.fill(typed)
      await expect(page.getByRole('article'), typed).toHaveCount(1)
      await expect(card(page, name), typed).toBeVisible()
      await expect(refused).toHaveCount(0)
    }
    await field.fill('abc')
    await expect(page.getByText('Nobody matches the filters')).toBeVisible()
    await expect(found(page).first()).toHaveText('0 of 3 match')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('article')).toHaveCount(3)
  })

  test('TEA-012 TEA-018 TEA-063 the status is any, active or inactive; closing the panel clears its filters only', async ({
    page,
    signIn,
  }) => {
    const { id } = await signIn(FAMILY)
    const questions = questionsOf(page)
    await open(page)
    await openFilters(page)
    const status = group(page, 'Status').getByRole('button')
    await expect(status).toHaveText(['Any', 'Active', 'Inactive'])
    await expect(status.nth(0)).toHaveAttribute('aria-pressed', 'true')
    await status.nth(1).click()
    await expect(page.getByRole('article')).toHaveCount(2)
    expect(lastOf(questions)).toHaveProperty('active', 'true')
    await status.nth(2).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    expect(lastOf(questions)).toHaveProperty('active', 'false')
    await status.nth(0).click()
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect.poll(() => lastOf(questions)).not.toHaveProperty('active')

    await page.getByLabel('Rank', { exact: true }).selectOption({ label: 'Free' })
    await page.getByLabel('Team size, from').fill('1')
    await status.nth(1).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Filters 2' })).toBeVisible()
    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')
    await expect(chips).toHaveText(['Free', 'Active', 'Team size from 1'])
    await expectAccessibleFromTop(page)
    await openFilters(page)
    await expect(chips).toHaveText(['Free'])
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(group(page, 'Status')).toHaveCount(0)
    expect(searchOf(page)).toMatchObject({ status: 'any', ranges: {}, rank: 'FREE' })
    expect(questions.at(-1)?.get('sponsorId')).toBe(String(id))
  })

  test('TEA-013 TEA-014 TEA-015 TEA-016 TEA-017 TEA-062 the panel bounds five figures from and to', async ({
    page,
    signIn,
  }) => {
    await signIn(FAMILY)
    const questions = questionsOf(page)
    await open(page)
    await openFilters(page)
    const figures = {
      ownTurnover: 'Own turnover, EUR',
      flSize: 'First-line size',
      flTurnover: 'First-line turnover, EUR',
      teamSize: 'Team size',
      teamTurnover: 'Team turnover, EUR',
    }
    const bounds: Record<string, string> = {}
    for (const [at, [field, name]] of Object.entries(figures).entries()) {
      await page.getByLabel(`${name}, from`).fill('2')
      await page.getByLabel(`${name}, to`).fill(`${5000 + at}`)
      await page.getByLabel(`${name}, to`).press('Enter')
      Object.assign(bounds, { [`${field}Min`]: '2', [`${field}Max`]: `${5000 + at}` })
    }
    await expect.poll(() => lastOf(questions)).toMatchObject(bounds)
    await expect(card(page, 'Grace Hopper')).toBeVisible()
    await expect(card(page, 'Mary Jackson')).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(card(page, 'Mary Jackson')).toBeVisible()
    for (const [name, wrong] of [
      ['Own turnover, EUR', /^Enter an amount such as/],
      ['Team size', 'Enter a whole number.'],
    ] as const) {
      await expect(page.getByLabel(`${name}, from`)).toHaveValue('')
      await page.getByLabel(`${name}, from`).fill('many')
      await page.getByLabel(`${name}, from`).blur()
      await expect(page.getByText(wrong)).toBeVisible()
    }
  })
})

test.describe('a member', () => {
  test('TEA-027 TEA-028 TEA-029 TEA-030 TEA-031 TEA-032 TEA-037 shows name, rank, status, five figures and a popup for Telegram', async ({
    page,
    context,
    signIn,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(FAMILY)
    await open(page)
    const grace = card(page, 'Grace Hopper')
    await expect(grace.getByText('Active', { exact: true })).toBeVisible()
    await expect(card(page, 'Mary Jackson').getByText('Inactive', { exact: true })).toBeVisible()
    await expect(grace.getByText(/^since \d\d\.\d\d\.\d{4}$/)).toBeVisible()
    await expect(grace.locator('.avatar')).toHaveText('GH')
    await expect(grace.getByText('Grace Hopper', { exact: true })).toBeVisible()
    await expect(grace.locator('svg.rank-gem')).toBeVisible()
    await expect(grace.getByText('Free', { exact: true })).toBeVisible()
    await expect(grace.getByRole('term')).toHaveText([
      'Own turnover',
      'First line',
      'First-line turnover',
      'Team',
      'Team turnover',
    ])
    await expect(grace.getByRole('definition')).toHaveText(['950.00', '2', '300.00', '3', '300.00'])

    await grace.getByRole('button', { name: 'Contact details' }).click()
    await grace.getByRole('button', { name: 'Telegram: @grace_h' }).click()
    const link = grace.getByRole('link', { name: 'Open in Telegram' })
    await expect(link).toHaveAttribute('href', 'https://t.me/grace_h')
    await expectAccessible(page)
    await grace.getByRole('button', { name: 'Copy @grace_h' }).click()
    await expect(page.getByText('Copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('@grace_h')
    await expect(link).toBeHidden()
  })

  test('TEA-029 TEA-033 TEA-034 TEA-035 TEA-036 TEA-038 a toggle shows the contacts that are filled, and each can be copied', async ({
    page,
    context,
    signIn,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(FAMILY)
    const facts = {
      level: 3,
      country: 'DE',
      invite: 'BEA1',
      telegram: 'bea',
      phone: '+49 30 1234567',
      skype: 'bea.s',
      email: 'bea@example.com',
      facebook: 'https://facebook.com/bea',
      instagram: 'bea_i',
      viber: '+49 2',
      wechat: 'bea_w',
      whatsapp: '+49 170 12345',
    }
    const facebook = 'javascript:alert(1)'
    const content = [
      member(facts),
      member({ id: 901, firstName: 'Cora' }),
      member({ id: 902, firstName: 'Dora', facebook }),
    ]
    await answerCall(page, TEAM, { content, number: 0, totalPages: 1 })
    await page.goto(SEARCH)
    const detailsOf = (name: string) =>
      card(page, name).getByRole('button', { name: 'Contact details' })
    const bea = card(page, 'Bea Lang')
    // A day in UTC.
    await expect(bea.getByText('since 18.05.2024')).toBeVisible()
    const toggle = detailsOf('Bea Lang')
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(bea.getByText('Germany')).toHaveCount(0)
    await toggle.click()
    const shown = bea.getByRole('listitem')
    const invite = addressIn('/en/partner/BEA1')
    const texts = [
      ['Level', '3'],
      ['Country', 'Germany'],
      ['Invite page', `…${invite}`],
      ['Telegram', '@bea'],
      ['Email', facts.email],
      ['Phone', facts.phone],
      ['WhatsApp', facts.whatsapp],
      ['Skype', facts.skype],
      ['Facebook', facts.facebook],
      ['Instagram', facts.instagram],
      ['Viber', facts.viber],
      ['WeChat', facts.wechat],
    ] as const
    await expect(shown.locator('.caption')).toHaveText(texts.map(([label]) => label))
    for (const [at, [, value]] of texts.entries()) {
      await expect(shown.nth(at).locator('.caption + *')).toContainText(value)
    }
    await expectAccessibleFromTop(page)
    const country = await shown.nth(1).locator('.caption + *').innerText()
    const address = new URL(invite, page.url()).href
    const values: readonly string[] = texts.map(([, value]) => value)
    // A level is no text that anybody copies.
    await expect(shown.first().getByRole('button')).toHaveCount(0)
    for (const [at, copy] of values.with(1, country).with(2, address).entries()) {
      if (at === 0) continue
      await shown
        .nth(at)
        .getByRole('button', { name: /^Copy: / })
        .click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copy)
    }
    await toggle.click()
    await expect(shown).toHaveCount(0)

    await detailsOf('Cora Lang').click()
    await expect(card(page, 'Cora Lang').getByRole('listitem')).toHaveText([
      /Level1/,
      /Invite page/,
      'Not filled',
    ])
    // What is no web address is text.
    await detailsOf('Dora Lang').click()
    await expect(card(page, 'Dora Lang').getByRole('listitem')).toHaveText([
      /Level1/,
      /Invite page/,
      `Facebook${facebook}`,
    ])
    await expect(card(page, 'Dora Lang').getByRole('link')).toHaveText([/\/partner\//])
  })
})

test.describe('the way down', () => {
  test('TEA-039 TEA-040 TEA-043 a name opens the team below it, if there is one', async ({
    page,
    signIn,
  }) => {
    const { id } = await signIn(FAMILY)
    const questions = questionsOf(page)
    await open(page)
    await card(page, 'Mary Jackson').getByText('Mary Jackson').click()
    await expect(card(page, 'Mary Jackson').getByRole('link')).toHaveCount(0)
    await expect(path(page).getByRole('listitem')).toHaveText(['Ada Lovelace'])
    await card(page, 'Grace Hopper').getByRole('link').click()
    await expect(card(page, 'Edsger Dijkstra')).toBeVisible()
    await expect(path(page)).toBeFocused()
    await expect(card(page, 'Mary Jackson')).toHaveCount(0)
    await card(page, 'Edsger Dijkstra').getByRole('link').click()
    await expect(card(page, 'Tony Hoare')).toBeVisible()
    const steps = path(page).getByRole('listitem')
    await expect(steps).toHaveText([
      'Ada Lovelace',
      /Line 1.*Grace Hopper/,
      /Line 2.*Edsger Dijkstra/,
    ])
    await expect(steps.nth(2).locator('[aria-current]')).toBeVisible()
    await expectAccessibleFromTop(page)
    expect(questions).toHaveLength(3)
    const top = path(page).getByRole('link', { name: 'Ada Lovelace' })
    await path(page)
      .getByRole('link', { name: /Grace Hopper/ })
      .click()
    await expect(card(page, 'Barbara Liskov')).toBeVisible()
    await expect(steps).toHaveCount(2)
    await top.click()
    await expect(card(page, 'Mary Jackson')).toBeVisible()
    expect(searchOf(page)).toMatchObject({ path: [{ id }], currentPage: 0 })
  })

  test('TEA-065 the whole team shows the place of each member, with a link', async ({
    page,
    signIn,
  }) => {
    const { id } = await signIn(FAMILY)
    const questions = questionsOf(page)
    await open(page)
    await page.getByRole('button', { name: 'Whole team' }).click()
    await expect(page.getByRole('article')).toHaveCount(6)
    expect(lastOf(questions)).toMatchObject({ sponsorId: String(id), scope: 'downline' })
    await expect(found(page)).toHaveText('6 people')
    const tony = card(page, 'Tony Hoare')
    await expect(tony.locator('.level > *')).toHaveText(['Line 3', '3'])
    const above = tony.getByRole('list', { name: 'Partners above' })
    await expect(above.getByRole('listitem')).toHaveText(['Grace Hopper', 'Edsger Dijkstra'])
    await page.getByLabel('Sort by').selectOption({ label: 'Own turnover, high to low' })
    await expect(page.getByRole('article').first()).toHaveAccessibleName('Grace Hopper')
    await card(page, 'Edsger Dijkstra').getByRole('link', { name: 'Edsger Dijkstra' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(path(page).getByRole('listitem')).toHaveText([
      'Ada Lovelace',
      /Line 1.*Grace Hopper/,
      /Line 2.*Edsger Dijkstra/,
    ])
    await expect(tony.locator('.level > *')).toHaveText(['Line 3', '3'])
    await page.getByRole('button', { name: 'First line' }).click()
    await expect(tony.locator('.level')).toHaveCount(0)
  })
})

test.describe('the list', () => {
  test('TEA-046 TEA-060 load more appends the next page; a failure keeps the rows; Back restores the scroll position', async ({
    page,
    signIn,
  }) => {
    await signIn({ firstLine: 45 })
    const questions = questionsOf(page)
    await open(page)
    await expect(page.getByRole('article')).toHaveCount(20)
    await expect(found(page)).toHaveText('45 people')
    const more = page.getByRole('button', { name: 'Load more' })
    const repair = await failCall(page, TEAM, 'down')
    await more.click()
    const note = page.getByRole('alert').filter({ hasText: 'The next rows could not be loaded.' })
    await expect(note).toContainText(NO_SERVER)
    await expect(page.getByRole('article')).toHaveCount(20)
    await expectAccessibleFromTop(page)
    await repair()
    const go = await slowCall(page, TEAM)
    await note.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: 'Loading' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(20)
    await go()
    await expect(page.getByRole('article')).toHaveCount(40)
    expect(lastOf(questions)).toHaveProperty('page', '1')
    expect(searchOf(page)).toMatchObject({ currentPage: 1 })
    await more.click()
    await expect(page.getByRole('article')).toHaveCount(45)
    await expect(more).toHaveCount(0)
    const names = await page.getByRole('article').evaluateAll((all) => all.map((a) => a.ariaLabel))
    expect(new Set(names).size).toBe(45)

    await page.getByRole('article').nth(40).scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(1_000)
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(45)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  })

  test('TEA-050 TEA-052 a reload with the token restores the same list', async ({
    page,
    signIn,
  }) => {
    await signIn({
      legs: [{ name: 'Grace Hopper', below: Array.from({ length: 25 }, () => ({})) }],
    })
    await open(page)
    await card(page, 'Grace Hopper').getByRole('link').click()
    await expect(page.getByRole('article')).toHaveCount(20)
    await page.getByLabel('Sort by').selectOption('registeredAt|asc')
    await openFilters(page)
    await group(page, 'Status').getByRole('button', { name: 'Inactive' }).click()
    await expect(page.getByRole('list', { name: 'Active filters' })).toBeVisible()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByRole('article')).toHaveCount(25)
    const names = () =>
      page.getByRole('article').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))
    const before = await names()
    expect(searchOf(page)).toMatchObject({
      sort: 'registeredAt|asc',
      status: 'inactive',
      currentPage: 1,
      path: [{}, { name: 'Grace Hopper', flSize: 25 }],
    })
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(25)
    expect(await names()).toEqual(before)
    await expect(page.getByLabel('Sort by')).toHaveValue('registeredAt|asc')
    await expect(path(page).getByRole('listitem')).toHaveCount(2)
    await expect(group(page, 'Status').getByRole('button', { name: 'Inactive' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })

  test('TEA-053 TEA-054 ACC-005 a token is cleared that is unreadable, or whose path leads from or into another team', async ({
    page,
    signIn,
  }) => {
    const { id } = await signIn(FAMILY)
    const own = { name: 'Mallory', id, flSize: 9 }
    const other = { name: 'Stranger', id: 1, flSize: 9 }
    const questions = questionsOf(page)
    for (const token of ['nonsense', tokenFor(searchAt(1))]) {
      await open(page, `${SEARCH}?search=${token}`)
      await expect(page).toHaveURL(/\/en\/team\/my$/)
      await expect(page.getByRole('article')).toHaveCount(3)
    }
    expect(questions.map((each) => each.get('sponsorId'))).toEqual([String(id), String(id)])
    await open(page, `${SEARCH}?search=${tokenFor({ ...searchAt(id), path: [own, other] })}`)
    await expect(page).toHaveURL(/\/en\/team\/my$/)
    await expect(path(page)).toHaveText('Ada Lovelace')
    await expect(page.getByRole('article')).toHaveCount(3)
  })

  test('TEA-043 names and steps never come from an address', async ({ page, signIn }) => {
    const { id } = await signIn(FAMILY)
    await open(page)
    await page.getByRole('button', { name: 'Whole team' }).click()
    await card(page, 'Edsger Dijkstra').getByRole('link', { name: 'Edsger Dijkstra' }).click()
    await expect(card(page, 'Tony Hoare')).toBeVisible()
    const [own, grace, edsger] = searchOf(page)['path'] as { id: number }[]
    const forged = (...others: object[]) => {
      const way = [own, ...others].map((step) => ({ ...step, name: 'Mallory', flSize: 99 }))
      return `${SEARCH}?search=${tokenFor({ ...searchAt(id), path: way })}`
    }
    const steps = path(page).getByRole('listitem')
    const trueSteps = ['Ada Lovelace', /Line 1.*Grace Hopper/, /Line 2.*Edsger Dijkstra/]

    const releasePath = await slowCall(page, `${TEAM}/path`)
    await open(page, forged(grace!, edsger!))
    await expect(steps).toHaveText(['Ada Lovelace', /^Line 1[^a-z]*1$/, /^Line 2[^a-z]*2$/])
    await expect(page.getByText('Mallory')).toHaveCount(0)
    await releasePath()
    await expect(steps).toHaveText(trueSteps)

    // A path that leads elsewhere.
    await open(page, forged({ id: 1 }, edsger!))
    await expect(steps).toHaveText(trueSteps)
    await path(page)
      .getByRole('link', { name: /Grace Hopper/ })
      .click()
    await expect(card(page, 'Barbara Liskov')).toBeVisible()
    await expect(steps).toHaveCount(2)

    await failCall(page, `${TEAM}/path`, 'down')
    await open(page, forged(grace!, edsger!))
    await expect(steps).toHaveText(['Ada Lovelace', /^Line 1[^a-z]*1$/, /^Line 2[^a-z]*2$/])
    await path(page).getByRole('link', { name: 'Line 1' }).click()
    await expect(card(page, 'Barbara Liskov')).toBeVisible()
    await expect(page.getByText('Mallory')).toHaveCount(0)
  })

  test('TEA-055 TEA-056 a newer request cancels an older one, and no message appears', async ({
    page,
    signIn,
  }) => {
    await signIn(FAMILY)
    await open(page)
    const canceled: string[] = []
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'net::ERR_ABORTED') canceled.push(request.url())
    })
    const go = await slowCall(page, TEAM)
    const older = asked(page, 'sort=teamSize|desc')
    await page.getByLabel('Sort by').selectOption('teamSize|desc')
    await older
    const newer = asked(page, 'sort=ownTurnover|asc')
    await page.getByLabel('Sort by').selectOption('ownTurnover|asc')
    await newer
    await expect.poll(() => canceled.map(decodeURIComponent).join()).toContain('sort=teamSize|desc')
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    await go()
    await expect(page.getByRole('article').first()).toHaveAccessibleName('Mary Jackson')
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    expect(canceled.join()).not.toContain('ownTurnover')
  })

  test('TEA-049 TEA-058 TEA-059 a failing list shows every code in the reader’s language, or that the server failed', async ({
    page,
    signIn,
  }) => {
    await signIn(FAMILY)
    await refuseList(page, refusal('not_found', 'wallet_not_found'))
    await page.goto(SEARCH)
    const alert = page.getByRole('alert').filter({ hasText: 'The team could not be loaded' })
    await expect(alert).toContainText('This was not found.')
    await expect(alert).toContainText('wallet')
    await expectAccessible(page)
    const retry = alert.getByRole('button', { name: 'Retry' })
    await page.unrouteAll()
    await refuseList(page, { state: 'error', data: null, errors: [] }, 500)
    await retry.click()
    await expect(alert).toContainText(NO_SERVER)
    await expect(alert).not.toContainText('wallet')
    await page.unrouteAll()
    await retry.click()
    await expect(page.getByRole('article')).toHaveCount(3)
  })

  test('TEA-060 an answer that is no list shows the generic message, in both views', async ({
    page,
    signIn,
  }) => {
    await signIn(FAMILY)
    const repair = await failCall(page, TEAM, 'nonsense')
    const alert = page.getByRole('alert').filter({ hasText: 'The team could not be loaded' })
    for (const address of [SEARCH, '/en/team/tree']) {
      await page.goto(address)
      await expect(alert).toContainText(NO_SERVER)
      await expect(page.getByRole('tabpanel').getByText(COULD_NOT)).toHaveCount(0)
    }
    await repair()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toHaveCount(0)
  })

  test('a filter keeps the scroll position; a step down scrolls to the views, and Back restores it', async ({
    page,
    signIn,
  }) => {
    const below = Array.from({ length: 25 }, () => ({}))
    await signIn({ legs: [{ name: 'Grace Hopper', below }], firstLine: 20 })
    await open(page)
    await page.getByLabel('Sort by').scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, 300))
    const call = asked(page, 'sort=flSize|asc')
    await page.getByLabel('Sort by').selectOption('flSize|asc')
    await call
    await expect(page.getByRole('article').last()).toHaveAccessibleName('Grace Hopper')
    await expect(page.getByRole('article')).toHaveCount(20)
    expect(await page.evaluate(() => scrollY)).toBe(300)

    // In one task, so that the browser has not reported the scrolling yet when the step is taken.
    const before = await card(page, 'Grace Hopper')
      .getByRole('link')
      .evaluate((link: HTMLElement) => {
        link.focus()
        const scrolled = scrollY
        link.click()
        return scrolled
      })
    expect(before).toBeGreaterThan(1_000)
    await expect(path(page).getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('tab', { name: 'Search' })).toBeInViewport()
    await page.goBack()
    await expect(card(page, 'Grace Hopper')).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  })

  test('the whole result can be downloaded as a file; a failure shows a message', async ({
    page,
    signIn,
  }) => {
    const { id } = await signIn(FAMILY)
    await open(page)
    await page.getByRole('button', { name: 'Whole team' }).click()
    await expect(page.getByRole('article')).toHaveCount(6)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(new RegExp(`^team-${id}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/)
    expect(lines).toHaveLength(7)
    expect(lines.join()).toContain('Hoare')
    await failCall(page, '/v1/team/export', { code: 'data_not_ready' })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByText('The file could not be created')).toBeVisible()
  })
})

/** The search in the address. */
function searchAt(id: number) {
  return {
    path: [{ name: 'Mallory', id, flSize: 1 }],
    sort: 'registeredAt|desc',
    currentPage: 0,
    name: '',
    rank: '',
    status: 'any',
    ranges: {},
  }
}

test.describe('a phone', () => {
  test.use({ viewport: { width: 400, height: 900 } })

  test('a search that finds nothing in the first line offers what the whole team has', async ({
    page,
    signIn,
  }) => {
    await signIn(FAMILY)
    await open(page)
    await page.getByLabel('Name').fill('hoare')
    const offer = page.getByRole('button', { name: '1 in the whole team' })
    await expect(offer).toBeInViewport({ ratio: 1 })
    // At the field the tabs are half behind the header.
    await expectAccessibleFromTop(page)
    await offer.click()
    await expect(card(page, 'Tony Hoare')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('hoare')
    await expect(page.getByRole('button', { name: 'Whole team', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    // Nobody in the whole team either.
    await page.getByLabel('Name').fill('nobody at all')
    await expect(page.getByText('Nobody matches the filters')).toBeVisible()
    await expect(page.getByRole('button', { name: /in the whole team$/ })).toHaveCount(0)
  })

  test('TEA-018 TEA-044 the filters are a sheet that keeps or clears them; the path is a dropdown', async ({
    page,
    signIn,
  }) => {
    await signIn(FAMILY)
    await open(page)
    await openFilters(page)
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('button', { name: 'Inactive' }).click()
    await expect(sheet.getByRole('button', { name: 'Show 1 person' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(3)
    await openFilters(page)
    await sheet.getByRole('button', { name: 'Active', exact: true }).click()
    await sheet.getByRole('button', { name: 'Show 2 people' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.getByRole('button', { name: 'Remove: Active' }).click()

    await expect(card(page, 'Mary Jackson')).toBeVisible()
    await card(page, 'Grace Hopper').getByRole('link').first().click()
    await expect(card(page, 'Edsger Dijkstra')).toBeVisible()
    const steps = path(page).getByRole('combobox')
    await expect(steps.getByRole('option')).toHaveText(['Ada Lovelace', 'Line 1: Grace Hopper'])
    await expect(path(page).getByRole('list')).toHaveCount(0)
    await expectAccessibleFromTop(page)
    await steps.selectOption('Ada Lovelace')
    await expect(card(page, 'Mary Jackson')).toBeVisible()
    await expect(steps.getByRole('option')).toHaveCount(1)
  })
})

test.describe('every window', () => {
  // The layouts of phones with the longest words, and the others from right to left.
  for (const [language, heading, opened, other] of [
    ['de', 'Team', 320, 400],
    ['ar', 'الفريق', 1280, 800],
  ] as const) {
    test(`fits ${opened} and ${other} px in ${language}`, async ({ page, signIn }) => {
      await signIn({ ...FAMILY, language, sponsor: { name: 'Nora Byron' } })
      await page.setViewportSize({ width: opened, height: 900 })
      await open(page, `/${language}/team/my`)
      await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
      await page.locator('.segments').first().getByRole('button').nth(1).click()
      await expect(page.getByRole('article')).toHaveCount(6)
      await page.getByRole('article').locator('.button').first().click()
      await page.locator('.basic-filters > .button').click()
      // A control that the clicks have scrolled half below the header would count as too small.
      await page.evaluate(() => window.scrollTo(0, 0))
      await expectAccessible(page)
      for (const width of [opened, other]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoHorizontalScroll(page)
      }
      await expectWithoutColours(page)
    })
  }
})
