import { expect, test } from './fixtures.ts'
import { officeAddress, passportAddress } from './http.ts'
import { asWritten } from './other-language.ts'

for (const [service, address] of [
  ['back office', officeAddress],
  ['passport', passportAddress],
] as const) {
  test(`the ${service} answers a browser`, async ({ page }) => {
    const response = await page.goto(address('/health/ready'))
    expect(response?.status()).toBe(200)
    await expect(page.locator('body')).toContainText(asWritten('ready'))
  })
}
