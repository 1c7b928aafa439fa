// @vitest-environment jsdom
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../../testing/open.ts'
import { pairsOf, plainText, plainTexts } from '../../../testing/plain-text.ts'
import { rank, rulePartner, STATUS } from '../../../testing/ranks.ts'
import { showPage } from '../../../testing/show-page.tsx'
import { WhatIf } from './what-if.tsx'

beforeAll(installTopLayer)
beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const RANKS = [
  rank({ id: 6, code: 'SAPPHIRE', turnover: '50000.00' }),
  rank({}),
  rank({ id: 8, code: 'EMERALD', turnover: '200000.00' }),
]

function show(status: object) {
  const office = openTestOffice()
  office.queries.setQueryData(['rank', 'ordinary'], status)
  office.queries.setQueryData(['ranks', 'ordinary'], RANKS)
  showPage(office, () => <WhatIf ladder="ordinary" />)
}

/** What the plan leaves missing, with plain spaces. */
const missing = async () => {
  const card = await screen.findByRole('region', { name: 'Still missing with this plan' })
  return within(card).getByRole('status').textContent.replaceAll('\u00a0', ' ')
}

test('what is missing to the next rank changes with the planned turnover, and is reset', async () => {
  show(STATUS)
  expect(await missing()).toBe('8,000.00 EUR')
  const legs = within(screen.getByRole('region', { name: 'Your legs' }))
  const [, , third] = legs.getAllByRole('textbox')
  fireEvent.change(third!, { target: { value: '3000' } })
  expect(await missing()).toBe('5,000.00 EUR')
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(await missing()).toBe('8,000.00 EUR')
})

test('higher ranks can be chosen, lower ones cannot', async () => {
  show(STATUS)
  await missing()
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options).toEqual(['Ruby', 'Emerald'])
  fireEvent.change(screen.getByLabelText('For rank'), { target: { value: '8' } })
  expect(await missing()).not.toBe('8,000.00 EUR')
})

test('above the highest rank nothing can be tried', async () => {
  show({ ...STATUS, nextRang: null })
  await screen.findByText('You hold the highest rank.')
  expect(screen.queryByLabelText('For rank')).toBeNull()
})

const legs = () => screen.getByRole('region', { name: 'Your legs' })
const fields = () => within(legs()).getAllByRole<HTMLInputElement>('textbox')
const sliders = () => within(legs()).getAllByRole<HTMLInputElement>('slider')
const plan = () => pairsOf(screen.getByRole('region', { name: 'Your plan' }))

test('each leg has its turnover, its bar, and whether the next euro counts', async () => {
  show(STATUS)
  await missing()
  expect(plainTexts(legs(), 'li')).toEqual([
    'BLBea LegLeg 160,000.00 EUR nowPlanned, Bea Leg, EUR Would add 0.00 EURAt its capThe next euro adds nothing',
    'BLBea LegLeg 230,000.00 EUR nowPlanned, Bea Leg, EUR Would add 0.00 EURAt its capThe next euro adds nothing',
    'BLBea LegLeg 38,000.00 EUR nowPlanned, Bea Leg, EUR Would add 0.00 EURCounts in fullFor 22,000.00 EUR more',
    'BLBea LegLeg 44,000.00 EUR nowPlanned, Bea Leg, EUR Would add 0.00 EURCounts in fullFor 26,000.00 EUR more',
    'NLNew leg0.00 EUR nowPlanned, New leg, EUR Would add 0.00 EURCounts in fullFor 30,000.00 EUR more',
  ])
  expect(
    within(legs())
      .getAllByRole('img')
      .map((bar) => bar.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')),
  ).toEqual([
    'Bea Leg: 60,000.00 EUR in all, cap 50,000.00 EUR',
    'Bea Leg: 30,000.00 EUR in all, cap 30,000.00 EUR',
    'Bea Leg: 8,000.00 EUR in all, no cap',
    'Bea Leg: 4,000.00 EUR in all, no cap',
    'New leg: 0.00 EUR in all, no cap',
  ])
  expect(plan()).toEqual([
    'Counts now: 92,000.00 EUR',
    'Would count: 92,000.00 EUR',
    'Target: 100,000.00 EUR',
    'Still missing: 8,000.00 EUR',
  ])
  expect(plainText(screen.getByRole('region', { name: 'The shortest way' }))).toBe(
    'The shortest way8,000.00 EUR in this leg: Bea Leg.Fill in the shortest wayThis is the smallest amount that works.',
  )
  expect(screen.getByText(/would count toward/).textContent.replaceAll('\u00a0', ' ')).toBe(
    '92,000.00 EUR would count toward 100,000.00 EUR, 92%',
  )
  expect(screen.queryByText(/^With this plan/)).toBeNull()
})

test('the slider and the field show the same plan, the slider up to its end', async () => {
  show(STATUS)
  await missing()
  const place = 2
  fireEvent.change(fields()[place]!, { target: { value: '3000' } })
  expect(sliders()[place]!.value).toBe('3000')
  expect(sliders()[place]!.style.getPropertyValue('--v')).toBe('30%')
  expect(fields()[place]!.value).toBe('3000')
  fireEvent.blur(fields()[place]!)
  expect(fields()[place]!.value).toBe('3,000.00')
  expect(plainTexts(legs(), 'li')[place]).toBe(
    'BLBea LegLeg 38,000.00 EUR nowPlanned, Bea Leg, EUR Would add 3,000.00 EURCounts in fullFor 19,000.00 EUR more',
  )
  expect(
    [...legs().querySelectorAll('li')[place]!.querySelectorAll<HTMLElement>('.legbar i')].map(
      ({ className, style }) => [className, style.inlineSize],
    ),
  ).toEqual([
    ['tone-others', '13.3333%'],
    ['tone-others plan', '5%'],
  ])
  expect(plan()).toEqual([
    'Counts now: 92,000.00 EUR',
    'Bea Legplanned 3,000.00 EUR: +3,000.00 EUR',
    'Would count: 95,000.00 EUR',
    'Target: 100,000.00 EUR',
    'Still missing: 5,000.00 EUR',
  ])
  fireEvent.change(fields()[place]!, { target: { value: '12000' } })
  expect(sliders()[place]!.value).toBe('10000')
  fireEvent.change(sliders()[place]!, { target: { value: '50' } })
  expect(fields()[place]!.value).toBe('50.00')
  fireEvent.change(sliders()[place]!, { target: { value: '0' } })
  expect(fields()[place]!.value).toBe('')
})

test('an amount that is none keeps its text and the plan before it, and says what is wrong', async () => {
  show(STATUS)
  await missing()
  fireEvent.change(fields()[2]!, { target: { value: '3000' } })
  fireEvent.change(fields()[2]!, { target: { value: 'many' } })
  fireEvent.blur(fields()[2]!)
  expect(fields()[2]!.value).toBe('many')
  expect(fields()[2]!.getAttribute('aria-invalid')).toBe('true')
  expect(fields().filter((field) => field.getAttribute('aria-invalid') === 'true')).toHaveLength(1)
  expect(await missing()).toBe('5,000.00 EUR')
  expect(plainTexts(legs(), '.field-error, [role=alert]')).toEqual([
    'Enter an amount such as 1,000.50.',
  ])
  fireEvent.change(fields()[2]!, { target: { value: '-5' } })
  expect(plainTexts(legs(), '.field-error, [role=alert]')).toEqual([
    'Enter an amount such as 1,000.50.',
  ])
})

test('of many legs five and the new one are shown, and those with a plan; then 20 more', async () => {
  const small = Array.from({ length: 30 }, (_, at) =>
    rulePartner('10.00', { firstName: `Leg ${at}` }),
  )
  show({ ...STATUS, topPartners: [...STATUS.topPartners, ...small] })
  await missing()
  const names = () => plainTexts(legs(), 'li bdi')
  expect(names()).toEqual(['Bea Leg', 'Bea Leg', 'Bea Leg', 'Bea Leg', 'Leg 0 Leg', 'New leg'])
  fireEvent.click(screen.getByRole('button', { name: 'Show more legs' }))
  expect(names()).toHaveLength(26)
  fireEvent.click(screen.getByRole('button', { name: 'Show more legs' }))
  expect(names()).toHaveLength(35)
  expect(screen.queryByRole('button', { name: 'Show more legs' })).toBeNull()
})

test('the shortest way, filled in, reaches the rank', async () => {
  show(STATUS)
  await missing()
  fireEvent.click(screen.getByRole('button', { name: 'Fill in the shortest way' }))
  expect(await missing()).toBe('0.00 EUR')
  expect(screen.getByText('With this plan you would reach Ruby.')).toBeDefined()
  expect(plan()).toEqual([
    'Counts now: 92,000.00 EUR',
    'Bea Legplanned 8,000.00 EUR: +8,000.00 EUR',
    'Would count: 100,000.00 EUR',
    'Target: 100,000.00 EUR',
    'Still missing: 0.00 EUR',
  ])
  expect(plainText(document.querySelector('.what-if-bar'))).toBe('Still missing0.00 EUR100%')
  expect(
    [...document.querySelectorAll<HTMLElement>('.what-if-bar i')].map(({ className, style }) => [
      className,
      style.inlineSize,
    ]),
  ).toEqual([
    ['tone-leg1', '50%'],
    ['tone-leg2', '30%'],
    ['tone-others', '12%'],
    ['tone-others plan', '8%'],
  ])
})

test('more than the target: the bar is full', async () => {
  show(STATUS)
  await missing()
  fireEvent.change(fields()[4]!, { target: { value: '108000' } })
  expect(plainTexts(legs(), 'li')[4]).toBe(
    'NLNew leg0.00 EUR nowPlanned, New leg, EUR Would add 50,000.00 EURAt its capThe next euro adds nothing',
  )
  expect(
    [...document.querySelectorAll<HTMLElement>('.what-if-bar i')].map(({ className, style }) => [
      className,
      style.inlineSize,
    ]),
  ).toEqual([
    ['tone-leg1 plan', '40.9836%'],
    ['tone-leg2', '24.5902%'],
    ['tone-others', '34.4262%'],
  ])
  expect(plainText(document.querySelector('.what-if-bar b'))).toBe('100%')
})
