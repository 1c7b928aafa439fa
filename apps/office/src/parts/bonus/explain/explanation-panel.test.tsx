// @vitest-environment jsdom
import type { BonusExplanation } from '@partner-office/contracts'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { explanation } from '../../../testing/explanation.ts'
import { openTestOffice } from '../../../testing/open.ts'
import { pairsOf, plainText, plainTexts } from '../../../testing/plain-text.ts'
import { answerCalls, page, refusal, success } from '../../../testing/services.ts'
import { showPage } from '../../../testing/show-page.tsx'
import { ExplanationPanel } from './explanation-panel.tsx'

beforeAll(installTopLayer)
beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PAID = Date.UTC(2026, 10, 2, 14, 5)
const ORDER = {
  orderId: 5,
  paidAt: PAID,
  amount: '1000.00',
  firstName: 'Grace',
  lastName: 'Hopper',
  isCancelled: false,
}

type Facts = Partial<BonusExplanation>
type Step = BonusExplanation['path'][number]
type Amount = BonusExplanation['amounts'][number]

const step = (level: number, facts: Partial<Step> = {}): Step => ({
  level,
  isCaller: false,
  firstName: 'Bea',
  lastName: 'Leg',
  rang: 'RUBY',
  kind: 'UCHAIN_INFINITY',
  percent: 0.02,
  rate: 0.02,
  reason: null,
  ...facts,
})

const amount = (facts: Partial<Amount> = {}): Amount => ({
  recordId: 71,
  currency: 'UPT',
  base: '1000.00',
  percent: '0.03',
  sharers: null,
  value: '30',
  share: '0.5',
  rate: { id: 1, rate: '0.3333', validFrom: PAID },
  exact: '4.999512345678',
  cut: '0.000012345678',
  creditedBefore: '1.00000000',
  amount: '3.99950000',
  ...facts,
})

const OWN = step(4, { isCaller: true, firstName: '', lastName: '', percent: 0.03, rate: 0.05 })
const PATH = [
  step(1, { kind: 'DIRECT', percent: 0.1, rate: null }),
  step(2, { firstName: '', lastName: '', percent: 0, reason: 'not_active' }),
  step(3),
  OWN,
]
const INFINITY: Facts = {
  bonusType: 'UCHAIN_INFINITY',
  order: ORDER,
  path: PATH,
  amounts: [amount()],
}
const DISPUTES = '/v1/disputes'

/** Shows explanations; returns the panel, and the body of the question that is sent. */
async function show(facts: readonly Facts[], first?: BonusExplanation['bonusType']) {
  answerCalls({
    'GET /v1/bonus/explain': success(facts.map((each) => explanation(each))),
    [`GET ${DISPUTES}`]: page([]),
    [`POST ${DISPUTES}`]: refusal('too_late'),
  })
  const bodies: unknown[] = []
  const answer = fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.method === 'POST') bodies.push(JSON.parse(String(init.body)))
    return answer(url, init)
  })
  showPage(openTestOffice(), () => (
    <ExplanationPanel of={{ recordId: '71' }} {...(first && { first })} onClose={() => {}} />
  ))
  const panel = await screen.findByRole('dialog')
  await within(panel).findAllByText(/^Plan version/)
  return { panel, bodies }
}

test('C4 an amount of infinity has its sentence, its path, the own rate and its exact calculation', async () => {
  const { panel } = await show([INFINITY])
  expect(plainTexts(panel, '.chip')).toEqual(['Infinity', 'Booked'])
  expect(plainText(panel.querySelector('.explain-amounts'))).toBe('+3.99950000 UPT')
  expect(plainTexts(panel, 'section > p')).toEqual([
    '+3.99950000 UPT',
    'Grace Hopper, on line 4 below you, ordered for 1,000.00 EUR. Your share is 3%.',
    'Plan version 1',
  ])
  expect(plainTexts(panel, '.path > li')).toEqual([
    'Grace Hopper1,000.00 EUROrder 5, paid 02.11.2026 14:05 UTC',
    '1Bea LegRuby10%Paid: direct bonus on line 1',
    '2nonameRuby0%Not paid: the account was not active on 02.11.2026 14:05 UTC',
    '3Bea LegRuby2%Paid: rate 2%, nothing paid before',
    '4YouRuby3%Paid: rate 5%, less 2% already paid below',
  ])
  expect(
    [...panel.querySelectorAll('.path > li')].map(
      (item) => `${item.className} ${item.getAttribute('aria-current')}`,
    ),
  ).toEqual([' null', 'below to-unpaid null', 'unpaid null', 'below null', 'paid caller true'])
  expect(within(panel).getByRole('img', { name: 'Your rate of 5%' })).toBeDefined()
  expect(
    [...panel.querySelectorAll<HTMLElement>('.progress-bar i')].map(
      ({ className, style }) => `${className} ${style.inlineSize}`,
    ),
  ).toEqual(['tone-others 40%', 'tone-leg1 60%'])
  expect(plainTexts(panel, '.legend')).toEqual(['Paid below you 2%', 'Yours 3%'])
  const sum = panel.querySelector<HTMLElement>('.calculation')!
  expect(pairsOf(sum)).toEqual([
    'Order: 1,000.00EUR',
    '× 3%: 30EUR',
    '× part booked in UPT: 0.5',
    '× rate, EUR to UPT02.11.2026 14:05 UTC: 0.3333',
    'Exact result: 4.999512345678UPT',
    'Decimals dropped: −0.000012345678UPT',
    'Credited before: −1.00000000UPT',
    'Booked: 3.99950000UPT',
  ])
  expect([...sum.children].map(({ className }) => className)).toEqual([
    '',
    '',
    '',
    '',
    'exact',
    '',
    '',
    'sum-row',
  ])
  expect(plainTexts(sum, '.cut-digits')).toEqual(['5678'])
  expect(['--id', '--fd'].map((name) => sum.style.getPropertyValue(name))).toEqual(['4', '12'])
  expect(plainTexts(panel, '.note')).toEqual([
    'Amounts are never rounded up: decimals beyond the last one shown are dropped.',
  ])
})

test('the copied text has the steps, the calculation and the plan', async () => {
  const written = vi.fn<(text: string) => Promise<void>>(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } })
  const legs = [{ firstName: '', lastName: '', turnover: '9.00', counted: '5.00', percent: 0.5 }]
  await show([
    INFINITY,
    { bonusType: 'DIAMOND', order: null, period: PAID, legs, planValidFrom: PAID },
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Copy as text' }))
  await vi.waitFor(() => expect(written).toHaveBeenCalledOnce())
  expect(written.mock.calls[0]![0].replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'Infinity',
    'Grace Hopper, on line 4 below you, ordered for 1,000.00 EUR. Your share is 3%.',
    '1. Bea Leg (Ruby): 10%. Paid: direct bonus on line 1',
    '2. noname (Ruby): 0%. Not paid: the account was not active on 02.11.2026 14:05 UTC',
    '3. Bea Leg (Ruby): 2%. Paid: rate 2%, nothing paid before',
    '4. You (Ruby): 3%. Paid: rate 5%, less 2% already paid below',
    'Order: 1,000.00 EUR',
    '× 3%: 30 EUR',
    '× part booked in UPT: 0.5',
    '× rate, EUR to UPT: 0.3333',
    'Exact result: 4.999512345678 UPT',
    'Decimals dropped: −0.000012345678 UPT',
    'Credited before: −1.00000000 UPT',
    'Booked: 3.99950000 UPT',
    'Plan version 1',
    '',
    'Diamond',
    'In November 2026, 0.00 EUR counted toward 0.00 EUR.',
    'noname: 5.00 EUR, of 9.00 EUR total',
    'Plan version 1, in force since 02.11.2026',
  ])
})

test.each<[string, Facts, string]>([
  [
    'of an unpaid order',
    {
      ...INFINITY,
      state: 'UNPAID',
      amounts: [],
      path: [{ ...OWN, percent: 0, reason: 'rank_too_low' }],
    },
    'Grace Hopper, on line 4 below you, ordered for 1,000.00 EUR. You earned nothing from it. The steps below show why.',
  ],
  [
    'of an order whose path ends below the partner',
    { ...INFINITY, path: [step(1), step(2)] },
    'Grace Hopper, on line 2 below you, ordered for 1,000.00 EUR. You earned nothing from it. The steps below show why.',
  ],
  [
    'of an order without a known buyer',
    { ...INFINITY, order: { ...ORDER, firstName: '', lastName: '' } },
    'noname, on line 4 below you, ordered for 1,000.00 EUR. Your share is 3%.',
  ],
  [
    'of a pool',
    {
      order: null,
      bonusType: 'DIAMOND_POOL',
      pool: 2,
      period: PAID,
      amounts: [amount({ sharers: 4 })],
    },
    'Pool 2 of November 2026 was divided equally; number of sharers: 4.',
  ],
  [
    'of a pool without an amount',
    { order: null, bonusType: 'DIAMOND_POOL', pool: 2, period: PAID },
    'Pool 2 of November 2026 was divided equally; number of sharers: 1.',
  ],
  [
    'of a window',
    {
      order: null,
      bonusType: 'CYCLED_TURBO',
      windowStart: PAID,
      windowEnd: Date.UTC(2026, 11, 2),
      counting: '5.00',
      target: '6.00',
    },
    'From 02.11.2026 to 01.12.2026, 5.00 EUR counted toward 6.00 EUR.',
  ],
  [
    'of a month',
    { order: null, bonusType: 'DIAMOND', period: PAID, counting: '5.00', target: '6.00' },
    'In November 2026, 5.00 EUR counted toward 6.00 EUR.',
  ],
  [
    'of a month without figures',
    { order: null, bonusType: 'DIAMOND', period: PAID },
    'In November 2026, 0.00 EUR counted toward 0.00 EUR.',
  ],
  [
    'of a rank',
    { order: null, bonusType: 'TURNOVER', rang: 'RUBY', counting: '5.00', target: '6.00' },
    'You reached Ruby: 5.00 EUR counted toward 6.00 EUR.',
  ],
])('the sentence %s', async (_, facts, sentence) => {
  const { panel } = await show([facts])
  expect(plainTexts(panel, 'section > p:not(.meta):not(.explain-amounts)')).toEqual([sentence])
})

test.each<[string, Partial<Step>, string]>([
  ['DIRECT', { kind: 'DIRECT', rate: null }, 'Paid: direct bonus on line 4'],
  ['TEAM', { kind: 'TEAM', rate: null }, 'Paid: team bonus on line 4'],
  ['a rate with nothing below', { percent: 0.05 }, 'Paid: rate 5%, nothing paid before'],
  ['a rate without one of its own', { rate: null }, 'Paid: rate 3%, nothing paid before'],
  ['a rate with something below', {}, 'Paid: rate 5%, less 2% already paid below'],
  ['rank_too_low', { reason: 'rank_too_low' }, 'Not paid: the rank was too low for this bonus'],
  ['no_claim', { reason: 'no_claim' }, 'Not paid: the account was not entitled at that time'],
  [
    'not_above_paid',
    { reason: 'not_above_paid' },
    'Not paid: the rate is not above what was already paid below',
  ],
])('C4 the reason of a step: %s', async (_, facts, reason) => {
  const { panel } = await show([{ ...INFINITY, path: [{ ...OWN, ...facts }] }])
  expect(plainTexts(panel, '.step-reason').at(-1)).toBe(reason)
})

test.each<[string, Partial<Step>, string[]]>([
  ['nothing below is not mentioned', { percent: 0.05 }, ['Yours 5%']],
  ['no rate of its own', { rate: null }, []],
  ['a rate of zero', { rate: 0 }, []],
  ['nothing paid', { percent: 0 }, []],
])('C4 the own rate: %s', async (_, facts, keys) => {
  const { panel } = await show([{ ...INFINITY, path: [{ ...OWN, ...facts }] }])
  expect(plainTexts(panel, '.legend')).toEqual(keys)
  expect(panel.querySelectorAll('.progress-bar i')).toHaveLength(keys.length)
})

test.each<[string, Facts, string[]]>([
  [
    'a rank',
    {
      bonusType: 'TURNOVER',
      amounts: [
        amount({
          percent: null,
          share: '1',
          value: '1000.00',
          creditedBefore: '0.00000000',
          cut: '0',
        }),
      ],
    },
    ['Bonus of the rank', '× rate, EUR to UPT02.11.2026 14:05 UTC', 'Exact result', 'Booked'],
  ],
  [
    'a pool',
    {
      bonusType: 'DIAMOND_POOL',
      state: 'OPEN',
      amounts: [amount({ sharers: 4, rate: null, share: '1', creditedBefore: '0' })],
    },
    [
      'Turnover of all orders',
      '× 3%, divided by 4',
      'Exact result',
      'Decimals dropped',
      'As of now',
    ],
  ],
  [
    'a checkpoint',
    {
      bonusType: 'DIAMOND',
      state: 'REVERSED',
      amounts: [amount({ rate: null, creditedBefore: '-1.0', cut: '0' })],
    },
    [
      'Checkpoint reached',
      '× 3%',
      '× part booked in UPT',
      'Exact result',
      'Credited before',
      'Taken back',
    ],
  ],
  [
    'a row',
    {
      bonusType: 'LIFESTYLE',
      amounts: [amount({ percent: null, rate: null, share: '1', creditedBefore: '0', cut: '0' })],
    },
    ['Amount of the row reached', 'Exact result', 'Booked'],
  ],
])('the lines of the calculation of %s', async (_, facts, labels) => {
  const { panel } = await show([{ order: null, rang: 'RUBY', ...facts }])
  expect(plainTexts(panel, '.calculation dt')).toEqual(labels)
})

test('C4 the line to a step that was paid nothing is another one', async () => {
  const { panel } = await show([
    { ...INFINITY, path: [step(1, { percent: 0, reason: 'no_claim' }), OWN] },
  ])
  expect([...panel.querySelectorAll('.path > li')].map(({ className }) => className)).toEqual([
    'to-unpaid',
    'unpaid',
    'paid caller',
  ])
})

test('legs, their sum and the target of a programme', async () => {
  const legs = [
    { firstName: 'Bea', lastName: 'Leg', turnover: '9.00', counted: '5.00', percent: 0.5 },
    { firstName: '', lastName: '', turnover: '4.00', counted: '4.00', percent: null },
  ]
  const { panel } = await show([
    { bonusType: 'DIAMOND', order: null, period: PAID, legs, counting: '9.00', target: '10.00' },
  ])
  expect(pairsOf(panel)).toEqual([
    'Bea Legof 9.00 EUR total: 5.00 EUR',
    'noname: 4.00 EUR',
    'Counted: 9.00 EUR',
    'Target: 10.00 EUR',
  ])
  expect(plainTexts(panel, '.sum-row')).toEqual(['Counted9.00 EUR'])
  cleanup()
  const without = await show([{ bonusType: 'DIAMOND', order: null, period: PAID, legs }])
  expect(pairsOf(without.panel)).toHaveLength(2)
})

test('a cancelled order says so; its bonus was taken back', async () => {
  const { panel } = await show([
    {
      ...INFINITY,
      state: 'REVERSED',
      order: { ...ORDER, isCancelled: true, firstName: '', lastName: '' },
    },
  ])
  expect(plainTexts(panel, '.path > li')[0]).toBe(
    'noname1,000.00 EUROrder 5, paid 02.11.2026 14:05 UTC, cancelled later',
  )
  expect(plainTexts(panel, '.note')).toEqual([
    'The order was cancelled, so its bonus was taken back.',
  ])
})

test('of several bonuses of an order the asked one comes first; the plan has its day', async () => {
  const both: readonly Facts[] = [
    { bonusType: 'DIRECT' },
    { bonusType: 'TEAM', planVersion: 2, planValidFrom: PAID },
  ]
  const { panel } = await show(both, 'TEAM')
  expect(plainTexts(panel, '.chip')).toEqual(['Team', 'Booked', 'Direct', 'Booked'])
  expect(plainTexts(panel, 'p.meta')).toEqual([
    'Plan version 2, in force since 02.11.2026',
    'Plan version 1',
  ])
  cleanup()
  const inOrder = await show(both)
  expect(plainTexts(inOrder.panel, '.chip')).toEqual(['Direct', 'Booked', 'Team', 'Booked'])
})

const TEXT = 'Why is this less than expected?'

test.each<[string, Facts, unknown]>([
  ['what is credited, as a bonus', INFINITY, { recordId: 71, text: TEXT }],
  [
    'what is not paid, as the zero of its order',
    { ...INFINITY, state: 'UNPAID', amounts: [] },
    { orderId: 5, kind: 'UCHAIN_INFINITY', text: TEXT },
  ],
])('DSP-001 a question is about %s', async (_, facts, body) => {
  const { bodies } = await show([facts])
  fireEvent.click(await screen.findByRole('button', { name: 'Ask about this' }))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: TEXT } })
  fireEvent.click(screen.getByRole('button', { name: /^Send/ }))
  await vi.waitFor(() => expect(bodies).toEqual([body]))
})

test.each<[string, Facts]>([
  ['an open month', { ...INFINITY, state: 'OPEN', amounts: [amount({ recordId: null })] }],
  [
    'a programme that gave nothing',
    { bonusType: 'DIAMOND', state: 'UNPAID', order: null, period: PAID },
  ],
  ['a rank at an order', { bonusType: 'TURNOVER', state: 'UNPAID' }],
])('DSP-001 %s cannot be questioned', async (_, facts) => {
  await show([facts])
  expect(screen.queryByRole('button', { name: 'Ask about this' })).toBeNull()
})

test('nothing to explain, or a service that fails', async () => {
  answerCalls({ 'GET /v1/bonus/explain': refusal('not_found') })
  showPage(openTestOffice(), () => <ExplanationPanel of={{ orderId: '5' }} onClose={() => {}} />)
  expect(await screen.findByText('Nothing to explain')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Copy as text' })).toBeNull()
  cleanup()
  answerCalls({ 'GET /v1/bonus/explain': refusal('internal_server_error', 500) })
  showPage(openTestOffice(), () => <ExplanationPanel of={{ orderId: '5' }} onClose={() => {}} />)
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined()
  expect(screen.queryByText('Nothing to explain')).toBeNull()
})
