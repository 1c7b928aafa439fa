// @vitest-environment jsdom
import type { SignedDisclosure } from '@partner-office/contracts'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { Config } from '../../lib/configuration/config.ts'
import { Cookies } from '../../lib/session/cookies.ts'
import { type PublicPage, PublicPageContext } from '../../parts/public/public-page.ts'
import { cellsOf, pairsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { withTexts } from '../../testing/texts.tsx'
import { IncomePage } from './income-page.tsx'

afterEach(cleanup)

const PAGE: PublicPage = {
  locale: 'en',
  config: new Config(HOSTS, new Map()),
  cookies: new Cookies('partner'),
  readInviter: null,
  countVisit: null,
  isSignedIn: false,
}
const show = (part: React.ReactNode) =>
  render(withTexts(<PublicPageContext value={PAGE}>{part}</PublicPageContext>))

const NUMBERS = {
  members: 1200,
  withoutIncome: '40.5',
  p25: '0.00',
  median: '12.50',
  p75: '100.00',
  p90: '1000.00',
  p99: '9000.00',
  mean: '77.10',
  maximumUpTo: '10000.00',
  withPurchases: '55.0',
  purchaseMedian: '300.00',
}
const HIDDEN = {
  ...NUMBERS,
  members: 9,
  p25: null,
  median: null,
  mean: '-3.20',
  purchaseMedian: null,
}
const group = (of: string, names: string[] = [], numbers: object = NUMBERS) => ({
  of,
  names,
  numbers,
})
const signed = (facts: object = {}) =>
  ({
    disclosure: {
      format: '1',
      period: '2026-10',
      months: 1,
      currency: 'EUR',
      sealedAt: Date.UTC(2026, 10, 1, 3, 4),
      seal: 'abc',
      upToFact: 1,
      planVersion: 2,
      topOne: '20.0',
      topTen: '60.0',
      groups: [
        group('all'),
        group('active'),
        group('ranks', ['FREE', 'AMBER', 'JADE'], HIDDEN),
        group('ranks', ['RUBY']),
        group('country', ['DE']),
        group('otherCountries'),
      ],
      ...facts,
    },
    parts: [],
    signature: { key: 'k1' },
  }) as unknown as SignedDisclosure

test('DIS-005 DIS-007 the page about income has the cards, every group with its numbers, and the source', () => {
  show(
    <IncomePage
      isTooSmall={false}
      year={signed({ months: 12 })}
      month={signed()}
      months={['2026-10', '2026-09']}
    />,
  )
  expect(plainTexts(document, 'h2')).toEqual([
    'Twelve months up to October 2026',
    'October 2026',
    'What the figures leave out',
    'How the figures are made',
    'Where the figures come from',
    'Other months',
  ])
  const [year] = screen.getAllByRole('region', { name: 'Twelve months up to October 2026' })
  expect(plainTexts(year!, '.income-cards li')).toEqual([
    '40.5%of all partners received nothingPartners in all: 1,200',
    '12.50 EURMost partners received 12.50 EUR or less.',
    '60.0%of all income went to the highest tenthTo the highest hundredth: 20.0%',
  ])
  expect(cellsOf(within(year!).getByRole('table'))).toEqual([
    'Group | Partners | Received nothing | 25% | 50% | 75% | 90% | 99% | Average | Highest, up to | With own orders | Own orders, middle',
    'All partners | 1,200 | 40.5% | 0.00 | 12.50 | 100.00 | 1,000.00 | 9,000.00 | 77.10 | 10,000.00 | 55.0% | 300.00',
    'Active partners | 1,200 | 40.5% | 0.00 | 12.50 | 100.00 | 1,000.00 | 9,000.00 | 77.10 | 10,000.00 | 55.0% | 300.00',
    'Free to Jade | 9 | 40.5% | – | – | 100.00 | 1,000.00 | 9,000.00 | −3.20 | 10,000.00 | 55.0% | –',
    'Ruby | 1,200 | 40.5% | 0.00 | 12.50 | 100.00 | 1,000.00 | 9,000.00 | 77.10 | 10,000.00 | 55.0% | 300.00',
    'Germany | 1,200 | 40.5% | 0.00 | 12.50 | 100.00 | 1,000.00 | 9,000.00 | 77.10 | 10,000.00 | 55.0% | 300.00',
    'Other countries | 1,200 | 40.5% | 0.00 | 12.50 | 100.00 | 1,000.00 | 9,000.00 | 77.10 | 10,000.00 | 55.0% | 300.00',
  ])
  expect(plainTexts(year!, '.income-list h4')).toEqual([
    'All partners',
    'Active partners',
    'Free to Jade',
    'Ruby',
    'Germany',
    'Other countries',
  ])
  expect(plainTexts(year!, '.income-list .stat, .income-list dl > *').slice(0, 3)).toEqual([
    'Partners1,200',
    'Received nothing40.5%',
    '25%0.00',
  ])
  expect(
    [...year!.querySelectorAll('a')].map(
      (link) => `${link.getAttribute('aria-label')} ${link.getAttribute('href')}`,
    ),
  ).toEqual([
    'Figures as CSV: Twelve months up to October 2026 http://office.test/v1/disclosures/2026-10/table?months=12',
    'Figures as JSON: Twelve months up to October 2026 http://office.test/v1/disclosures/2026-10/data?months=12',
  ])
  expect(pairsOf(screen.getByRole('region', { name: 'Where the figures come from' }))).toEqual([
    'October 2026 was closed: 01.11.2026 03:04 UTC',
    'Version of the plan: 2',
    'Seal of the month: abc',
    'Signing key: k1',
  ])
  const other = screen.getByRole('navigation', { name: 'Other months' })
  expect(
    [...other.querySelectorAll('a')].map(
      (link) =>
        `${plainText(link)} ${link.getAttribute('href')} ${link.getAttribute('aria-current')}`,
    ),
  ).toEqual([
    'October 2026 /en/income?month=2026-10 page',
    'September 2026 /en/income?month=2026-09 null',
  ])
})

test('DIS-005 figures that would say something about few partners are left out', () => {
  const few = signed({ topOne: null, topTen: '60.0', groups: [group('all', [], HIDDEN)] })
  show(<IncomePage isTooSmall={false} year={null} month={few} months={['2026-10']} />)
  expect(plainTexts(document, '.income-cards li')).toEqual([
    '40.5%of all partners received nothingPartners in all: 9',
    '60.0%of all income went to the highest tenth',
  ])
  expect(screen.queryByRole('navigation')).toBeNull()
  cleanup()
  show(
    <IncomePage
      isTooSmall={false}
      year={null}
      month={signed({ topTen: null, groups: [] })}
      months={[]}
    />,
  )
  expect(document.querySelector('.income-cards')).toBeNull()
})

test.each([
  [true, 'The network is too small: figures are shown from ten partners on.'],
  [false, 'No month is closed yet.'],
])('DIS-005 without a month the page says why: too small %s', (isTooSmall, text) => {
  show(<IncomePage isTooSmall={isTooSmall} year={null} month={null} months={[]} />)
  expect(screen.getByText(text)).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Where the figures come from' })).toBeNull()
  expect(plainTexts(document, '.income-lines li')).toHaveLength(8)
})
