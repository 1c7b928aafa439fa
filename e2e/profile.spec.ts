import type { Page } from '@playwright/test'

import { pathOf, recordCalls } from './calls.ts'
import { configure } from './configure.ts'
import { failCall, slowCall } from './faults.ts'
import { expect, test as base } from './fixtures.ts'
import type { Partner } from './partners.ts'
import { expectAbove, expectAccessible } from './page-checks.ts'
import { png } from './png.ts'
import { recordForms } from './sent-forms.ts'
import { expectUsable } from './usable.ts'

const test = base.extend<{ openProfile: () => Promise<Partner> }>({
  openProfile: async ({ page, signIn }, use) =>
    use(async () => {
      const partner = await signIn({ name: 'Ada Lovelace' })
      await page.goto('/en/profile/general')
      await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
      return partner
    }),
})

const partsOf = (page: Page) => ({
  field: (name: string) => page.getByRole('textbox', { name, exact: false }),
  save: page.getByRole('button', { name: /^(Save|Saving)$/ }),
  toast: (name: string) => page.locator('.toast').filter({ hasText: name }),
})

test('RTE-024 PRF-001 PRF-002 PRF-003 PRF-012 PRF-013 six sections, one save button that waits for a change', async ({
  page,
  openProfile,
}) => {
  await openProfile()
  const { field, save } = partsOf(page)
  for (const name of [
    'Photo',
    'Details',
    'Job',
    'Location',
    'Contact details',
    'Additional info',
  ]) {
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  }
  await expect(save).toHaveCount(1)
  await expect(save).toBeDisabled()
  await expect(field('Facebook')).toHaveAccessibleDescription('Link to your page')
  await expect(field('Website')).toHaveAccessibleDescription('Full address, starting with https://')
  await field('City').fill('Berlin')
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible()
  await expect(save).toBeEnabled()
  await field('City').fill('')
  await expect(save).toBeDisabled()
  // Where the page stands now, a link may be half behind the header.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectUsable(page)
})

test('the notice of cookies leaves the buttons of the profile free, at every width', async ({
  page,
  context,
  openProfile,
}) => {
  await context.clearCookies({ name: /acceptCookiePolicy$/ })
  await openProfile()
  for (const width of [320, 400, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const notice = page.getByRole('region', { name: 'Cookies', exact: true })
    for (const name of ['Discard', 'Save']) {
      await expectAbove(notice, page.getByRole('button', { name }), `${name} at ${width} px`)
    }
  }
})

test('PRF-004 PRF-005 PRF-006 PRF-008 PRF-014 PRF-015 PRF-020 saving sends the profile and reads it again', async ({
  page,
  openProfile,
}) => {
  const calls = recordCalls(page)
  await openProfile()
  const { field, save, toast } = partsOf(page)
  await page.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'France' })
  expect(calls.map(pathOf)).toContain('/v1/countries/registration')
  await field('City').fill('Paris')
  await field('Telegram').fill('@ada')
  await field('Phone').first().fill('whatever I like: ½')
  await page.getByRole('switch', { name: /Hide my contact details/ }).click()
  const release = await slowCall(page, '/v1/profile')
  calls.length = 0
  await field('City').press('Enter')
  await expect(save).toBeDisabled()
  await expect(toast('Saving')).toBeVisible()
  await release()
  await expect(toast('Your profile is saved')).toBeVisible()
  await expect(toast('Saving')).toBeHidden()

  // The page may read what it shows at any time, also before it sends.
  const sent = calls.findIndex((call) => call.method() === 'PUT')
  const [put, ...others] = calls.slice(sent)
  expect(pathOf(put!)).toBe('/v1/profile')
  expect(put!.postDataJSON()).toEqual({
    city: 'Paris',
    countryId: 'FR',
    telegram: '@ada',
    phone: 'whatever I like: ½',
    hideContacts: true,
    version: expect.stringMatching(/^[\w-]{22}$/),
  })
  expect(others.map((call) => [call.method(), pathOf(call)])).toContainEqual(['GET', '/v1/profile'])
  await expect(field('Telegram')).toHaveValue('ada')
  await expect(save).toBeDisabled()
})

test('PRF-007 PRF-009 PRF-010 PRF-011 a failed save says so at the fields too; a reload loses nothing', async ({
  page,
  openProfile,
}) => {
  await openProfile()
  const { field, save, toast } = partsOf(page)
  await field('First name').fill('')
  await field('Last name').fill(' ')
  await save.click()
  await expect(toast('Your profile was not saved')).toContainText('2 fields need attention')
  for (const name of ['First name', 'Last name']) {
    await expect(field(name)).toHaveAccessibleDescription('Please fill this in.')
  }
  await field('First name').fill('Ada')
  await field('Last name').fill('Byron')
  await field('City').fill('x'.repeat(257))
  await page.getByRole('button', { name: 'Close' }).click()
  await save.click()
  await expect(toast('Your profile was not saved')).toContainText('Data could not be loaded.')
  await expect(field('City')).toHaveAccessibleDescription('Use fewer characters.')
  await expect(field('City')).toBeFocused()
  await field('City').fill('Rome')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field('City')).toHaveValue('Rome')
  await expect(field('Last name')).toHaveValue('Byron')

  const fixed = await failCall(page, '/v1/profile', { code: 'internal_server_error', status: 500 })
  await save.click()
  await expect(toast('Your profile may not be saved')).toBeVisible()
  await fixed()
  await expect(field('City')).toHaveValue('Rome')
})

test('of two pages that are open, the one opened before the other saved says so, and loses nothing', async ({
  page,
  context,
  openProfile,
}) => {
  await openProfile()
  const other = await context.newPage()
  await other.goto('/en/profile/general')
  const there = partsOf(other)
  await expect(there.field('City')).toBeVisible()

  const here = partsOf(page)
  await here.field('City').fill('Paris')
  await here.save.click()
  await expect(here.toast('Your profile is saved')).toBeVisible()

  await there.field('Postcode').fill('75001')
  await there.save.click()
  await expect(there.toast('Your profile was not saved')).toBeVisible()
  const newest = other.getByRole('button', { name: 'Show the newest values' })
  await expect(newest).toBeVisible()
  await expectAccessible(other)
  await newest.click()
  await expect(there.field('City')).toHaveValue('Paris')
  await expect(there.field('Postcode')).toHaveValue('75001')
  await expect(newest).toHaveCount(0)
  await there.save.click()
  await expect(there.toast('Your profile is saved')).toBeVisible()
  await page.reload()
  await expect(here.field('City')).toHaveValue('Paris')
  await expect(here.field('Postcode')).toHaveValue('75001')
  await other.close()
})

test('a page with unsaved changes asks before it is left', async ({ page, openProfile }) => {
  await openProfile()
  const { field } = partsOf(page)
  await field('City').fill('Oslo')
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('tab', { name: 'Email notifications' }).click()
  await leave.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(leave).toBeHidden()
  await expect(field('City')).toHaveValue('Oslo')
  await page.getByRole('tab', { name: 'Email notifications' }).click()
  await leave.getByRole('button', { name: 'Leave and discard' }).click()
  await expect(page.getByRole('switch', { name: 'All emails' })).toBeVisible()
  await page.getByRole('tab', { name: 'General' }).click()
  await expect(field('City')).toHaveValue('')
})

const MAPS_STUB = `
  const place = {
    fetchFields: async () => {},
    addressComponents: [
      { longText: 'Musterstraße', shortText: 'M', types: ['route'] },
      { longText: '7', shortText: '7', types: ['street_number'] },
      { longText: 'Berlin', shortText: 'B', types: ['locality'] },
      { longText: 'Germany', shortText: 'DE', types: ['country'] },
      { longText: '10115', shortText: '10115', types: ['postal_code'] },
    ],
  }
  const AutocompleteSuggestion = {
    fetchAutocompleteSuggestions: async ({ input }) => ({
      suggestions: [{ placePrediction: { text: input + ' 7, Berlin', toPlace: () => place } }],
    }),
  }
  window.google = { maps: { importLibrary: async () => ({ AutocompleteSuggestion }) } }
  window.officeMapsReady()`

test.describe('with a key', () => {
  // The server allows the maps service only when the key is set for everybody; pages.http.test.ts tests that.
  test.use({ bypassCSP: true })

  test('PRF-021 PRF-022 CFG-004 suggested addresses fill the form, and only a key loads the maps script', async ({
    page,
    openProfile,
  }) => {
    const scripts: string[] = []
    await page.route('https://maps.googleapis.com/**', (route) => {
      scripts.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: MAPS_STUB })
    })
    await openProfile()
    const { field } = partsOf(page)
    await field('Address').fill('Musterstr')
    await expect(page.getByRole('combobox', { name: 'Address' })).toHaveCount(0)
    expect(scripts).toEqual([])

    await configure(page, { googleApiKey: 'a-key' })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    const address = page.getByRole('combobox', { name: 'Address' })
    await address.fill('Musterstra')
    await page.getByRole('option', { name: 'Musterstra 7, Berlin' }).waitFor()
    expect(scripts).toHaveLength(1)
    expect(new URL(scripts[0]!).searchParams.get('key')).toBe('a-key')
    await address.press('ArrowDown')
    await address.press('Enter')
    await expect(address).toHaveValue('Musterstraße 7')
    await expect(field('City')).toHaveValue('Berlin')
    await expect(field('Postcode')).toHaveValue('10115')
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('DE')
  })
})

test('PRF-023 PRF-025 PRF-026 PRF-028 PRF-029 PRF-030 PRF-031 PRF-036 a photo is selected, cropped and uploaded', async ({
  page,
  openProfile,
}) => {
  const sentForms = await recordForms(page)
  await openProfile()
  await page.getByRole('button', { name: 'Upload photo' }).click()
  const select = page.getByRole('dialog', { name: 'Your photo' })
  const file = select.getByLabel('Photo file')
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    file.setInputFiles({ name, mimeType, buffer })
  const problem = select.getByRole('alert')
  await choose('a.pdf', 'application/pdf', Buffer.from('%PDF-'))
  await expect(problem).toContainText('a.pdf is not an image')
  await choose('b.png', 'image/png', Buffer.from('no picture'))
  await expect(problem).toContainText('b.png is not an image')
  await choose('c.png', 'image/png', png(300, 300, 1025 * 1024))
  await expect(problem).toContainText('c.png is too large')
  await choose('d.png', 'image/png', png(299, 299))
  await expect(problem).toContainText('d.png is 299 × 299 px')
  await choose('e.png', 'image/png', png(600, 400, 1024 * 1024))

  const crop = page.getByRole('dialog', { name: 'Choose the part' })
  const zoom = crop.getByRole('slider', { name: 'Zoom' })
  await expect(zoom).toHaveValue('0')
  await expect(zoom).toHaveAttribute('min', '0')
  await zoom.press('End')
  await expect(zoom).toHaveValue('100')
  const failing = await failCall(page, '/v1/profile/avatar', 'down')
  await crop.getByRole('button', { name: 'Use this part' }).click()
  const failed = page.getByRole('dialog', { name: 'Photo upload failed' })
  await expect(failed).toContainText('The photo may not be saved.')
  await failing()
  const release = await slowCall(page, '/v1/profile/avatar')
  await failed.getByRole('button', { name: 'Try again' }).click()
  const uploading = page.getByRole('dialog', { name: 'Uploading', exact: true })
  await expect(uploading.getByRole('img', { name: '0% sent' })).toBeVisible()
  await release()
  const saved = page.getByRole('dialog', { name: 'Photo saved' })
  await saved.getByRole('button', { name: 'Done' }).click()
  expect((await sentForms()).at(-1)).toEqual([
    {
      name: 'avatar',
      file: {
        name: 'avatar.jpg',
        type: 'image/jpeg',
        size: expect.any(Number),
        side: [300, 300],
      },
    },
  ])
  const shown = page.getByRole('region', { name: 'Photo', exact: true }).locator('img')
  await expect(shown).toHaveAttribute('src', /\/avatars\/[0-9a-f]{32}\.jpg$/)
  await expect
    .poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(300)
})

test('PRF-033 PRF-035 Gravatar is asked for without a body, and a failure is shown', async ({
  page,
  openProfile,
}) => {
  await page.route('https://www.gravatar.com/**', (route) => route.abort())
  await openProfile()
  const { toast } = partsOf(page)
  const button = page.getByRole('button', { name: 'Use Gravatar' })
  const failing = await failCall(page, '/v1/profile/gravatar', { code: 'not_found' })
  await button.click()
  await expect(toast('The Gravatar photo could not be loaded.')).toBeVisible()
  await failing()
  const asked = page.waitForRequest('**/v1/profile/gravatar')
  await button.click()
  expect((await asked).postData()).toBeNull()
  await expect(toast('Your Gravatar photo is shown now')).toBeVisible()
})
