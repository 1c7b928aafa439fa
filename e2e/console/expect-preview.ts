import type { Proposal } from '@partner-office/contracts'
import { BONUS_TYPES } from '@partner-office/domain'
import texts from '@partner-office/locales/en/console.json' with { type: 'json' }
import type { Page } from '@playwright/test'

import { expectAsWritten as expect } from '../fixtures.ts'
import { consoleAddress } from './operator.ts'

const isNumber = (text: string | null): text is string =>
  text !== null && /^-?\d+(\.\d+)?$/.test(text)

/** The name of a row as the page shows it: a programme by its name. */
function nameOf(name: string): string {
  const code = BONUS_TYPES.find((type) => new RegExp(`(^|: )${type},`).test(name))
  return code === undefined ? name : name.replace(`${code},`, `${texts[`programmes.${code}`]},`)
}

/** A value as the page shows it: a number with its digits in groups of three. */
function shown(value: string | null): string {
  if (!isNumber(value)) return value ?? 'none'
  const [whole, ...fraction] = value.split('.')
  return [whole!.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.')
}

/** The page shows each row of the proposal's preview, and its age. */
export async function expectPreview(page: Page, { id, kind, preview }: Proposal): Promise<void> {
  await page.goto(consoleAddress(`/proposals/${id}`))
  const table = page.getByRole('table', { name: 'What changes' })
  const rows = table.locator('tbody tr')
  await expect(rows, kind).toHaveCount(preview.length)
  expect(preview.length, kind).toBeGreaterThan(0)
  for (const [at, { name, before, after, difference }] of preview.entries()) {
    const row = rows.nth(at)
    await expect(row.getByRole('rowheader'), kind).toHaveText(nameOf(name))
    const change = row.getByRole('cell').first()
    await expect(change, kind).toContainText(`before: ${shown(before)}`)
    await expect(change, kind).toContainText(`after: ${shown(after)}`)
    if (difference !== null)
      await expect(row.getByRole('cell').last()).toHaveText(shown(difference))
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
