import type { Locator, Page } from '@playwright/test'

import { expect } from './fixtures.ts'

const PARTS = ['year', 'month', 'day'] as const

/** A date field of an English page. */
export const dateField = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: label, exact: true })

/** Types a day such as 2026-11-21 into a date field. */
export async function typeDate(field: Locator, day: string): Promise<void> {
  const digits = day.split('-')
  for (const [at, name] of PARTS.entries()) {
    await field.getByRole('spinbutton', { name }).fill(digits[at]!)
  }
}

/** Expects a date field to show a day such as 2026-11-21, or no day. */
export async function expectDate(field: Locator, day: string): Promise<void> {
  const digits = day.split('-')
  for (const [at, name] of PARTS.entries()) {
    await expect(field.getByRole('spinbutton', { name })).toHaveValue(digits[at] ?? '')
  }
}
