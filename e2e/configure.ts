import type { Page } from '@playwright/test'

/** Changes the configuration that a page reads. */
export async function configure(
  page: Page,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await page.unroute('**/v1/config/frontend')
  await page.route('**/v1/config/frontend', async (route) => {
    const response = await route.fetch()
    const { data, ...envelope } = (await response.json()) as { data: { property: string }[] }
    const kept = data.filter(({ property }) => !(property in changes))
    const changed = Object.entries(changes).map(([property, propertyValue]) => ({
      property,
      propertyValue,
    }))
    await route.fulfill({ response, json: { ...envelope, data: [...kept, ...changed] } })
  })
}
