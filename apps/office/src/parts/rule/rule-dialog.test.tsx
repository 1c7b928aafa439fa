// @vitest-environment jsdom
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { profileKey } from '../../lib/session/profile-key.ts'
import { openTestOffice, PROFILE } from '../../testing/open.ts'
import { cellsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { rulePartner } from '../../testing/ranks.ts'
import { showPage } from '../../testing/show-page.tsx'
import { stubWindow } from '../../testing/wide-window.ts'
import type { Rule } from './rule.ts'
import { RuleButton } from './rule-button.tsx'

beforeAll(installTopLayer)
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  stubWindow('desktop')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CAPPED = rulePartner('60000.00', {
  leg: 1,
  percent: 0.5,
  turnoverQualified: '50000.00',
  qualified: true,
})

const RULE: Rule = {
  title: '50% rule for Ruby',
  hint: 'A hint.',
  targetTurnover: '100000.00',
  totalTurnover: '102000.00',
  countingTurnover: '92000.00',
  shares: [0.5, 0.3],
  topPartners: [
    CAPPED,
    rulePartner('30000.00', { firstName: '', lastName: '', leg: 2, percent: 0.3 }),
    rulePartner('8000.00'),
  ],
}

async function open(rule: Partial<Rule> = {}, teamFl = 4) {
  const office = openTestOffice()
  office.queries.setQueryData(profileKey, { ...PROFILE, teamFl })
  showPage(office, () => <RuleButton rule={{ ...RULE, ...rule }} />)
  fireEvent.click(await screen.findByRole('button', { name: '50% rule' }))
  return screen.findByRole('dialog', { name: '50% rule for Ruby' })
}

test('RNK-014 RNK-015 the rule shows the caps, the three figures that add up, and what each leg counts', async () => {
  const dialog = await open()
  expect(within(dialog).getByText(/^Target 100,000/).textContent).toBe(
    'Target 100,000.00 EUR. Caps: 50% for leg 1, 30% for leg 2.',
  )
  expect(plainTexts(dialog, '.equation > div')).toEqual([
    'Total turnover102,000.00 EUR',
    'Above the caps10,000.00 EUR',
    'Counted92,000.00 EUR',
  ])
  expect(within(dialog).getAllByRole('table').flatMap(cellsOf)).toEqual([
    'Partner | Share | Turnover, EUR | Counted, EUR',
    'BLBea LegLeg 1, at most 50% | 60.0% | 60,000.00 | 50,000.00',
    'Partner | Share | Turnover, EUR | Counted, EUR',
    'NnonameLeg 2, at most 30% | 30.0% | 30,000.00 | 30,000.00',
    'BLBea Leg | 8.0% | 8,000.00 | 8,000.00',
  ])
  expect(plainTexts(dialog, 'p.meta')).toEqual([
    'Target 100,000.00 EUR. Caps: 50% for leg 1, 30% for leg 2.',
    '1 more leg with 4,000.00 EUR',
  ])
  expect(within(dialog).queryByRole('button', { name: /^Show/ })).toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('RNK-015 phones list the legs', async () => {
  stubWindow('phone')
  const dialog = await open()
  expect(plainTexts(dialog, 'li')).toEqual([
    'BLBea LegLeg 1, at most 50%Share60.0%Turnover60,000.00 EURCounted50,000.00 EUR',
    'NnonameLeg 2, at most 30%Share30.0%Turnover30,000.00 EURCounted30,000.00 EUR',
    'BLBea LegShare8.0%Turnover8,000.00 EURCounted8,000.00 EUR',
  ])
})

test('RNK-015 of many legs without a cap 20 are shown, then 20 more; the rest is summed up', async () => {
  const small = Array.from({ length: 41 }, () => rulePartner('100.00'))
  const dialog = await open({ topPartners: [CAPPED, ...small], totalTurnover: '64100.00' }, 42)
  const shown = () =>
    within(within(dialog).getByRole('table', { name: 'Counted in full' })).getAllByRole('row')
      .length - 1
  const together = () => plainTexts(dialog, 'p.meta').at(-1)
  expect(shown()).toBe(20)
  expect(together()).toBe('21 more legs, together 2,100.00 EUR')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show 20 more' }))
  expect(shown()).toBe(40)
  expect(together()).toBe('1 more leg with 100.00 EUR')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show 1 more' }))
  expect(shown()).toBe(41)
  expect(within(dialog).queryByText(/more/)).toBeNull()
})

test('RNK-015 without other legs, only the restricted ones are shown', async () => {
  const dialog = await open({ topPartners: [CAPPED] }, 1)
  expect(plainTexts(dialog, 'h3')).toEqual(['Restricted by the rule'])
})

test('RNK-011 the rule opens only where it limits a leg', async () => {
  const free = [rulePartner('30000.00')]
  showPage(openTestOffice(), () => <RuleButton rule={{ ...RULE, topPartners: free }} />)
  const button = await screen.findByRole('button', { name: '50% rule' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(plainText(document.getElementById(button.getAttribute('aria-describedby')!))).toBe(
    'No leg has reached its cap yet. Everything counts.',
  )
  fireEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})
