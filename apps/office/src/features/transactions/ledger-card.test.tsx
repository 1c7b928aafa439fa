// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from '../../testing/open-page.ts'
import { refusal } from '../../testing/services.ts'
import { LedgerCard } from './ledger-card.tsx'

const EXPORT = '/v1/ledger/export'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const put = (label: string, day: string) =>
  fireEvent.paste(
    within(screen.getByRole('group', { name: label })).getAllByRole('spinbutton')[0]!,
    { clipboardData: { getData: () => day } },
  )

test.each<[string, readonly (readonly [label: string, day: string])[], string]>([
  ['without a period', [], ''],
  ['from a day', [['From', '2026-10-01']], '&dateFrom=2026-10-01'],
  ['to a day', [['To', '2026-10-31']], '&dateTo=2026-10-31'],
])('EXP-001 the bookings of an account are asked for %s', async (_, days, period) => {
  const asked = openPage(LedgerCard, '/transactions/reports', {
    answers: { [`GET ${EXPORT}`]: refusal('wallet_not_found') },
  })
  fireEvent.change(await screen.findByLabelText('Currency'), { target: { value: 'EUR' } })
  for (const [label, day] of days) put(label, day)
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await vi.waitFor(() => expect(asked(EXPORT)).toEqual([`?account=CASH${period}`]))
})
