// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../testing/open.ts'
import { showPage } from '../../testing/show-page.tsx'
import { ReportTable } from './report-table.tsx'
import type { ListedReport } from './use-reports.ts'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const report = (facts: Partial<ListedReport>) =>
  ({
    id: 'a',
    billingPeriod: '2026-10',
    currency: 'UPT',
    filename: 'a.pdf',
    ...facts,
  }) as ListedReport

test('REP-001 a statement has its month, its account and its files, which stand under their head', async () => {
  showPage(openTestOffice(), () => (
    <ReportTable rows={[report({}), report({ id: 'b', currency: 'EUR', filename: null })]} />
  ))
  const [head, withFile, without] = await screen.findAllByRole('row')
  expect(head!.lastElementChild!.className).toBe(withFile!.lastElementChild!.className)
  const textsOf = (row: HTMLElement) =>
    [...row.querySelectorAll('td')].slice(0, 2).map(({ textContent }) => textContent)
  const buttonsOf = (row: HTMLElement) =>
    within(row)
      .getAllByRole<HTMLButtonElement>('button')
      .map(({ disabled }) => disabled)
  expect([textsOf(withFile!), buttonsOf(withFile!)]).toEqual([
    ['October 2026', expect.stringContaining('UPT')],
    [false, false],
  ])
  expect([textsOf(without!), buttonsOf(without!)]).toEqual([['October 2026', 'EUR'], [true]])
})
