import { expect, test } from './fixtures.ts'
import { officeAddress } from './http.ts'

test('API-029 VER-005 a page loads events and wallets into the store, and works without them', async ({
  page,
  signIn,
}) => {
  await signIn()
  const asked: string[] = []
  for (const path of ['**/v1/events*', '**/v1/wallet/active']) {
    await page.route(path, (route) => {
      asked.push(`${route.request().method()} ${route.request().url()}`)
      return route.abort()
    })
  }
  await page.goto('/en/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect
    .poll(() => asked.toSorted())
    .toEqual([
      `GET ${officeAddress('/v1/events?page=0&size=1000')}`,
      `GET ${officeAddress('/v1/wallet/active')}`,
    ])
  await expect(page.getByRole('alert').getByText(/./)).toHaveCount(0)
})
