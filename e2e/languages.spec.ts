import { type Language, LANGUAGES, offeredLanguages } from '@partner-office/locales'
import { readTexts } from '@partner-office/locales/read'

import { configure } from './configure.ts'
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

test('D-103 the landing page writes figures as its language does, one that browsers do not know, too', async ({
  page,
}) => {
  await configure(page, { languages: 'all' })
  for (const [language, figure] of [
    ['de', '2.950,00 EUR'],
    ['mn', '2,950.00 EUR'],
    ['kk', '2 950,00 EUR'],
  ] as const) {
    await page.goto(`/${language}`)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('figure')).toContainText(figure)
  }
})

test('I18-002 the menu offers 17 languages by their own names, in the specified order', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/en/dashboard')
  await page.getByRole('button', { name: 'Language: English' }).click()
  const offered = page.getByRole('banner').locator('[popover]').getByRole('button')
  const codes = 'en de ru es it ko hi zh fr ar ja mn pt vi bn id tr'.split(' ')
  expect(offeredLanguages('default')).toEqual(codes)
  const names = codes.map((code) => LANGUAGES[code as keyof typeof LANGUAGES])
  await expect(offered).toHaveText(names)
})

/** The name of the menu's button on a page in a language. */
const menuLabel = (language: Language): string =>
  readTexts(language, 'shared')['header.language']!.replace('{{language}}', LANGUAGES[language])

/** A month, March 2026, and the direction. */
const SHOWN = [
  ['ru', /^март 2026/i, 'ltr'],
  ['hi', 'मार्च 2026', 'ltr'],
  ['ja', '2026年3月', 'ltr'],
  ['ar', 'مارس 2026', 'rtl'],
] as const

test('I18-006 I18-007 I18-008 I18-009 a Cyrillic, an Indic, an East Asian and a right-to-left language, one after the other', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/en/bonuses/infinity/bonus?month=2026-03')
  let current: Language = 'en'
  for (const [language, month, direction] of SHOWN) {
    const saved = page.waitForRequest('**/v1/profile/language')
    await page.getByRole('button', { name: menuLabel(current) }).click()
    await page.getByRole('banner').getByRole('button', { name: LANGUAGES[language] }).click()
    expect((await saved).postDataJSON()).toEqual({ uiLanguage: language })
    await expect(page).toHaveURL(new RegExp(`/${language}/bonuses/infinity/bonus\\?month=2026-03$`))
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    const option = page.getByRole('main').getByRole('combobox').locator('option:checked')
    await expect(option).toHaveText(month)
    current = language
  }
})
