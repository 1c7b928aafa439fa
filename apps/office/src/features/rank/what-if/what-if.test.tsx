// @vitest-environment jsdom
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../../testing/open.ts'
import { rank, STATUS } from '../../../testing/ranks.ts'
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
