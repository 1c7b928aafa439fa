// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../testing/open.ts'
import { showPage } from '../../testing/show-page.tsx'
import { ChartOrTable } from './chart-or-table.tsx'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('figures are a chart at first, and the other view when its button is pressed', async () => {
  showPage(openTestOffice(), () => (
    <ChartOrTable title="Sums" id="sums" chart={<p>drawn</p>} table={<p>written</p>} />
  ))
  await screen.findByRole('heading', { level: 2, name: 'Sums' })
  const shown = () => [
    screen.getByRole('button', { pressed: true }).textContent,
    screen.queryByText('drawn') !== null,
    screen.queryByText('written') !== null,
  ]
  expect(shown()).toEqual(['Chart', true, false])
  fireEvent.click(screen.getByRole('button', { name: 'Table' }))
  expect(shown()).toEqual(['Table', false, true])
  fireEvent.click(screen.getByRole('button', { name: 'Chart' }))
  expect(shown()).toEqual(['Chart', true, false])
})
