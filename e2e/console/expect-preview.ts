import type { Proposal } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { expectAsWritten as expect } from '../fixtures.ts'
import { consoleAddress } from './operator.ts'

const isNumber = (text: string | null): text is string =>
  text !== null && /^-?\d+(\.\d+)?$/.test(text)

/** The page shows each row of the proposal's preview, and its age. */
export async function expectPreview(page: Page, { id, kind, preview }: Proposal): Promise<void> {
  await page.goto(consoleAddress(`/proposals/${id}`))
  const table = page.getByRole('table', { name: 'What changes' })
  const rows = table.locator('tbody tr')
  await expect(rows, kind).toHaveCount(preview.length)
  expect(preview.length, kind).toBeGreaterThan(0)
  for (const [at, { name, before, after, difference }] of preview.entries()) {
    const row = rows.nth(at)
    await expect(row.getByRole('rowheader'), kind).toHaveText(name)
    const change = row.getByRole('cell').first()
    await expect(change, kind).toContainText(`before: ${before ?? 'none'}`)
    await expect(change, kind).toContainText(`after: ${after ?? 'none'}`)
    if (difference !== null) await expect(row.getByRole('cell').last()).toHaveText(difference)
    // The version that a plan is compared with, and how many of its values change, are no two values of one thing.
    if (isNumber(before) && isNumber(after) && !name.startsWith('changes against version')) {
      expect({ name, hasDifference: difference !== null }).toEqual({
        name,
        hasDifference: Number(before) !== Number(after),
      })
    }
  }
  await expect(page.getByText('Preview made')).toBeVisible()
  await expect(page.locator('dt:text-is("Preview made") + dd')).toHaveText(/now|ago/)
}
