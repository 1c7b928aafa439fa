import { samplePdf } from '../apps/server/src/testing/sample-files.ts'
import { Authenticator } from './authenticator.ts'
import { failCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { as, passportAddress } from './http.ts'
import { latestMail } from './mail.ts'
import { office } from './operators.ts'
import { textIn } from './other-language.ts'
import { expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'
import { logIn } from './passport-pages.ts'
import { remember } from './secrets.ts'

const HEADINGS = {
  verification: 'Verification',
  passport: 'Verification',
  address: 'Address',
  additional: 'Additional',
  security: 'Security',
} as const

test('RTE-032 VER-007 profile addresses lead to the provider, which signs in on the page itself', async ({
  page,
  signIn,
}) => {
  const partner = await signIn()
  for (const [name, heading] of Object.entries(HEADINGS)) {
    await page.goto(`/en/profile/${name}`)
    const target = name === 'verification' ? 'passport' : name
    await expect(page).toHaveURL(passportAddress(`/en/profile/${target}`))
    if (name === 'verification') {
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await logIn(page, partner)
    }
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

test('VER-001 a document is sent in, rejected with a reason, and sent again', async ({
  page,
  signIn,
}) => {
  const partner = await signIn()
  await page.goto(passportAddress('/en/profile/passport'))
  await logIn(page, partner)
  const passport = page.getByRole('region', { name: 'Passport', exact: true })
  const title = passport.getByRole('heading', { name: 'Passport', exact: true })
  await passport.getByRole('button', { name: 'Start' }).click()
  await expect(title).toBeFocused()
  await passport.getByRole('button', { name: 'Send for review' }).click()
  await expect(passport.getByText('Choose at least one file.')).toBeVisible()
  await passport.getByLabel('First name').fill('Ada')
  await passport.getByLabel('Last name').fill('Lovelace')
  const files = passport.getByLabel(/Drop files here/)
  await files.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(passport.getByText('Choose PDF, PNG or JPEG files.')).toBeVisible()
  const pdf = { mimeType: 'application/pdf', buffer: samplePdf() }
  await files.setInputFiles({ ...pdf, name: 'broken.pdf', buffer: Buffer.from('no PDF') })
  await passport.getByRole('button', { name: 'Send for review' }).click()
  await expect(passport.getByText(/^A file could not be used/)).toBeVisible()
  await passport.getByRole('button', { name: 'Remove broken.pdf' }).click()
  await files.setInputFiles({ ...pdf, name: 'passport.pdf' })
  await passport.getByRole('button', { name: 'Send for review' }).click()
  await expect(passport.getByText('In review')).toBeVisible()
  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()

  const rows = (await office('verifications list')).split('\n')
  const [id = ''] = rows.find((row) => row.split('\t')[1] === String(partner.id))!.split('\t')
  await office(['verifications', 'reject', id, '--reason', 'The date cannot be read.'])
  const asked = page.waitForRequest(passportAddress('/v1/verifications'))
  await page.reload()
  expect((await asked).headers()['authorization']).toMatch(/^Bearer /)
  await expect(passport.getByText('Not accepted')).toBeVisible()
  await expect(passport.getByText('The date cannot be read.')).toBeVisible()
  await expect(passport.getByLabel('First name')).toHaveValue('Ada')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await expect
    .poll(async () => (await latestMail(partner.email)).subject)
    .toBe(`${textIn('Your document was not accepted')} · Partner Office`)
})

test('an account page that was opened before another save says so, and saves only what was changed', async ({
  page,
  signIn,
}) => {
  const partner = await signIn()
  const language = partner.language === 'de' ? 'fr' : 'de'
  const account = passportAddress('/v1/user')
  await page.goto(passportAddress('/en/profile/general'))
  await logIn(page, partner)
  const card = page.getByRole('region', { name: 'Contact', exact: true })
  const save = card.getByRole('button', { name: 'Save' })
  await card.getByLabel('Phone number').fill('+49 30 123456')
  await as(partner)('PUT', account, { language })
  await save.click()
  await expect(card.getByText(/^This was changed elsewhere/)).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Show the newest values' }).click()
  await expect(card.getByText(/^This was changed elsewhere/)).toHaveCount(0)
  await expect(card.getByLabel('Language')).toHaveValue(language)
  await expect(card.getByLabel('Phone number')).toHaveValue('+49 30 123456')
  await save.click()
  await expect(card.getByText('Your changes are saved.')).toBeVisible()
  const stored = await as(partner)('GET', account)
  expect(stored).toMatchObject({ phone: '+49 30 123456', language })
})

test('VER-004 documents that cannot be loaded say so and can be loaded again', async ({
  page,
  signIn,
}) => {
  const partner = await signIn()
  await page.goto(passportAddress('/en/profile/address'))
  const restore = await failCall(page, '/v1/verifications', 'down')
  await logIn(page, partner)
  await expect(page.getByText("Can't download verification information")).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Address', exact: true })).toBeVisible()
})

test('an authenticator is set up with its key, and a recovery code replaces it at sign-in', async ({
  page,
  signIn,
}) => {
  const partner = await signIn()
  await page.goto(passportAddress('/en/profile/security'))
  await logIn(page, partner)
  await page.getByRole('button', { name: 'Set up' }).click()
  const qr = page.getByRole('img', { name: 'QR code for your authenticator app' })
  await expect(qr).toHaveAttribute('width', '180')
  const secret = (await page.locator('.secret').innerText()).replaceAll(/\s/g, '')
  remember(secret)
  await page.getByLabel('6-digit code').fill(await new Authenticator(secret).nextCode())
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [code = '', ...others] = await codes.allInnerTexts()
  remember(code, ...others)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('10 codes left')).toBeVisible()
  await expect(codes).toHaveCount(0)

  await page.getByRole('button', { name: 'Log out' }).click()
  await logIn(page, partner)
  await page.getByRole('button', { name: /Use a recovery code/ }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('9 codes left')).toBeVisible()
})
