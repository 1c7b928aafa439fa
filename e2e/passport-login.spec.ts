import { answerCall, failCall, slowCall } from './faults.ts'
import { expect, expectAsWritten, test } from './fixtures.ts'
import { anonymousCall, passportAddress } from './http.ts'
import { asWritten } from './other-language.ts'
import { expectAccessible } from './page-checks.ts'
import { logIn, openLogin, passportPage, signInRequest, untilBack } from './passport-pages.ts'
import { makePartner, type Partner, publicConfig, register } from './partners.ts'
import { product } from './product.ts'

const newcomer = (): Promise<Partner> => makePartner({ termsAccepted: false })

test('API-050 the external login takes application and backUrl, and leads back there', async ({
  page,
}) => {
  const partner = await newcomer()
  const asked = await signInRequest()
  const back = await untilBack(page)
  await page.goto(passportPage('login', asked))
  await expect(page.getByText('to continue to Partner Office')).toBeVisible()
  const call = page.waitForRequest(passportAddress('/v1/login'))
  await logIn(page, partner)

  const { email, password } = partner
  expect((await call).postDataJSON()).toEqual({ email, password, ...asked })
  const { origin, pathname, searchParams } = await back()
  expect(`${origin}${pathname}`).toBe(asked.backUrl)
  expect(searchParams.get('token')).toMatch(/^[\w-]{40,}$/)
})

test('a sign-in that starts in the back office ends in the back office', async ({
  page,
  context,
}) => {
  const { email, password } = await newcomer()
  await page.goto('/en/login')
  await logIn(page, { email, password })
  await page.waitForURL(`${product().office}/en/**`)
  await expect(page).not.toHaveURL(/token=/)
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name))
    .toContain(`${(await publicConfig()).product}_access_token`)
})

test('a wrong password and an unknown address get the same message, until a field changes', async ({
  page,
}) => {
  const { email } = await newcomer()
  await openLogin(page)
  for (const tried of [email, 'nobody@example.com']) {
    await logIn(page, { email: tried, password: 'not the password' })
    await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong.')
    await page.getByLabel('Password', { exact: true }).fill('another')
    await expect(page.getByRole('alert')).toBeHidden()
  }
})

test('ERR-017 empty fields get a message, the first gets the focus, and typing clears the message', async ({
  page,
}) => {
  await openLogin(page)
  await page.getByRole('button', { name: 'Log in' }).click()
  const email = page.getByLabel('Email')
  await expect(email).toHaveAccessibleDescription('Please fill this in.')
  await expect(email).toBeFocused()
  await email.fill('a')
  await expect(email).toHaveAccessibleDescription('')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Please fill this in.',
  )
})

test('an account that is locked says so, and how to open it', async ({ page }) => {
  const { email, password } = await newcomer()
  const body = { ...(await signInRequest()), email, password: 'not the password' }
  for (let wrong = 0; wrong < 10; wrong += 1) {
    await expect(anonymousCall('POST', passportAddress('/v1/login'), body)).rejects.toThrow(
      /bad_credentials/,
    )
  }
  await openLogin(page)
  await logIn(page, { email, password })
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('this account is locked for a while')
  await expect(alert).toContainText(
    /You can log in again from \u2066\d\d\.\d\d\.\d{4} \d\d:\d\d UTC/,
  )
  await page.getByLabel('Password', { exact: true }).fill('another')
  await expect(alert).toContainText('this account is locked for a while')
  await alert.getByRole('link', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeFocused()
})

test('an unconfirmed address gets a message that says what to do', async ({ page }) => {
  const { email, password } = await register()
  await openLogin(page)
  await logIn(page, { email, password })
  await expect(page.getByRole('alert')).toContainText('Open the link in the email we sent you.')
  await expect(page.getByRole('alert').getByRole('link')).toHaveText('Reset your password')
})

test('a partner with an authenticator signs in with its code; the sixth digit sends the form', async ({
  page,
}) => {
  const partner = await makePartner({ termsAccepted: false, twoFactor: true })
  const back = await untilBack(page)
  await openLogin(page)
  await logIn(page, partner)
  await expect(page.getByText(`From the authenticator app of ${partner.email}`)).toBeVisible()
  const code = page.getByLabel('6-digit code')
  await expect(code).toBeFocused()
  await expectAccessible(page)

  await failCall(page, '/v1/login', 'down').then(async (restore) => {
    await page.keyboard.type('123456')
    await expect(page.getByRole('alert')).toHaveText(
      'The server could not answer. Try again in a moment.',
    )
    await restore()
  })
  const right = await partner.authenticator!.nextCode()
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  await code.pressSequentially(wrong)
  await expect(page.getByRole('alert')).toHaveText(
    'The code is wrong. Enter the code that the app shows now.',
  )
  await expect(code).toHaveValue('')
  await expect(code).toBeFocused()
  await page.keyboard.type(right)
  await back()
})

test('the code step leads back to the password, with the address still there', async ({ page }) => {
  const partner = await makePartner({ termsAccepted: false, twoFactor: true })
  await openLogin(page)
  await logIn(page, partner)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(partner.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('too many attempts show how long to wait; then another attempt is possible', async ({
  page,
}) => {
  await openLogin(page)
  const fault = { code: 'too_many_requests', status: 429, retryAfter: 3 } as const
  await failCall(page, '/v1/login', fault)
  await logIn(page, { email: 'somebody@example.com', password: 'whatever it is' })
  await expect(page.getByRole('button', { name: /^Try again in 0:0[1-3]/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(page.getByRole('alert')).toHaveText(
    'Too many requests in a short time. Wait a moment, then try again.',
  )
  await expect(page.getByRole('button', { name: 'Log in' })).not.toHaveAttribute('aria-disabled')
})

test('a service that is down or slow gets a message', async ({ page }) => {
  const partner = await newcomer()
  const back = await untilBack(page)
  await openLogin(page)
  const restore = await failCall(page, '/v1/login', 'down')
  await logIn(page, partner)
  await expect(page.getByRole('alert')).toHaveText(
    'The server could not answer. Try again in a moment.',
  )
  await restore()

  const release = await slowCall(page, '/v1/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('button', { name: 'Logging in …' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await release()
  await back()
})

test('an address without backUrl leads to the back office', async ({ page }) => {
  const { application, challenge } = await signInRequest()
  const partner = await newcomer()
  const start = page.getByRole('link', { name: 'Continue to Partner Office' })
  await page.goto(passportPage('login'))
  await expect(start).toHaveAttribute('href', `${product().office}/en/login`)

  for (const wrong of [
    { application, challenge, backUrl: 'https://elsewhere.example/en/catch' },
    { challenge, application: 'another', backUrl: `${product().office}/en/catch` },
  ]) {
    await page.goto(passportPage('login', wrong))
    await logIn(page, partner)
    await expect(start).toBeVisible()
    await expect(page).toHaveURL(/\/en\/login\?/)
  }
})

test('going to registration and back keeps the return address', async ({ page }) => {
  const asked = await signInRequest()
  await page.goto(passportPage('login', asked))
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(passportPage('registration', asked))
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(passportPage('login', asked))
})

test('another language keeps the address and the typed text, and has its own direction', async ({
  page,
}) => {
  await openLogin(page)
  const { search } = new URL(page.url())
  await page.getByLabel('Email').fill('anna@example.com')
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible()
  await expect(page).toHaveTitle('تسجيل الدخول · Partner Office')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.getByLabel('البريد الإلكتروني')).toHaveValue('anna@example.com')
  expect(new URL(page.url()).pathname).toBe('/ar/login')
  expect(new URL(page.url()).search).toBe(search)
})

for (const [locale, texts] of [
  [
    'de',
    {
      email: 'E-Mail',
      password: 'Passwort',
      send: 'Anmelden',
      wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    },
  ],
  [
    'ar',
    {
      email: 'البريد الإلكتروني',
      password: 'كلمة المرور',
      send: 'تسجيل الدخول',
      wrong: 'عنوان البريد الإلكتروني أو كلمة المرور غير صحيحة.',
    },
  ],
] as const) {
  test(`a partner signs in in the language ${locale}`, async ({ page }) => {
    const { email, password } = await makePartner({ termsAccepted: false, language: locale })
    const back = await untilBack(page)
    await openLogin(page, locale)
    await page.getByLabel(texts.email).fill(email)
    const field = page.getByLabel(texts.password, { exact: true })
    await field.fill('not the password')
    await page.getByRole('button', { name: texts.send }).click()
    await expect(page.getByRole('alert')).toHaveText(texts.wrong)
    await field.fill(password)
    await page.getByRole('button', { name: texts.send }).click()
    expect((await back()).pathname).toBe(`/${locale}/catch`)
  })
}

test('sign-in works with the keyboard alone', async ({ page }) => {
  const { email, password } = await newcomer()
  const back = await untilBack(page)
  await openLogin(page)
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await back()
})

test('an address without an offered language gets one and keeps its rest', async ({ page }) => {
  const asked = await signInRequest()
  const { search } = new URL(passportPage('login', asked))
  await page.goto(passportAddress(`/login${search}`))
  await expectAsWritten(page).toHaveURL(passportPage('login', asked, 'en'))
  await page.goto(passportAddress('/xx/login'))
  await expectAsWritten(page).toHaveURL(passportAddress('/en/xx/login'))
  await expect(
    page.getByRole('heading', { name: asWritten('This page does not exist') }),
  ).toBeVisible()
})

test('without configuration only the reason is shown', async ({ page }) => {
  const restore = await failCall(page, '/config', 'down')
  await openLogin(page)
  await expect(page.getByRole('heading')).toHaveText('Config cannot be loaded')
  await expectAccessible(page)
  await restore()
  await page.getByRole('button', { name: asWritten('Retry') }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

test('a page that crashes says so and can be reloaded', async ({ page }) => {
  await openLogin(page)
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => {
      throw new Error('broken by the test')
    }
    Object.assign(window, { repair: () => Object.assign(Date, { now }) })
  })
  await page.getByLabel('Email').fill('a')
  await expect(page.getByRole('alert')).toContainText('This page cannot be shown')
  // The accessibility check also runs in the page and needs the clock.
  await page.evaluate(() => Reflect.get(window, 'repair')())
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

test('the menu offers the languages that operators have chosen', async ({ page }) => {
  await answerCall(page, '/v1/config/frontend', [{ property: 'languages', propertyValue: 'de,en' }])
  await openLogin(page)
  await page.getByRole('button', { name: 'Language: English' }).click()
  await expect(page.getByRole('listitem')).toHaveText(['English', 'Deutsch'])
})
