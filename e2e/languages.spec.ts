import { expect, test } from './fixtures.ts'
import { product } from './product.ts'

test('I18-004 I18-006 I18-007 I18-008 I18-009 another language: the same page, its file from the manifest, months by name, kept in the profile', async ({
  page,
  signIn,
}) => {
  await signIn()
  const { office } = product()
  const translations: string[] = []
  page.on('request', (request) => {
    const address = request.url()
    if (address.startsWith(`${office}/translations/`)) translations.push(address)
  })
  await page.goto('/en/bonuses/infinity/bonus?month=2026-03')
  const month = page.getByRole('main').getByRole('combobox').locator('option:checked')
  await expect(month).toHaveText('March 2026')
  await expect(page.locator('html')).not.toHaveAttribute('dir', 'rtl')
  expect(translations).toEqual([])

  const saved = page.waitForRequest(`${office}/v1/profile/language`)
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'العربية' }).click()
  await expect(page).toHaveURL(`${office}/ar/bonuses/infinity/bonus?month=2026-03`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(month).toHaveText(/^مارس 2026$/)
  const request = await saved
  expect([request.method(), request.postDataJSON()]).toEqual(['PUT', { uiLanguage: 'ar' }])
  expect(translations).toEqual([
    `${office}/translations/manifest.json`,
    expect.stringMatching(/\/translations\/ar-[0-9a-f]{12}\.json$/),
  ])
})
