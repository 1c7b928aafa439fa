import type { Locator } from '@playwright/test'

import { expect } from './fixtures.ts'

/** Expects rows of a table to have these texts in their cells, the head of each row included. */
export async function expectCells(
  rows: Locator,
  texts: readonly (readonly (string | RegExp)[])[],
): Promise<void> {
  await expect(rows).toHaveCount(texts.length)
  for (const [at, cells] of texts.entries()) {
    await expect(rows.nth(at).locator('th, td')).toHaveText(cells)
  }
}
