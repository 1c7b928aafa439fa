import { createHash, randomBytes } from 'node:crypto'

import type { Page } from '@playwright/test'

import { samplePdf } from '../apps/server/src/testing/sample-files.ts'
import { pathOf, recordCalls } from './calls.ts'
import { failCall, slowCall } from './faults.ts'
import { expect, expectAsWritten, test } from './fixtures.ts'
import { anonymousCall, as, officeAddress, passportAddress } from './http.ts'
import { LANGUAGES, officeText } from './office-texts.ts'
import { addressIn, asWritten } from './other-language.ts'
import { makePartner, type Partner, publicConfig, tokenOf } from './partners.ts'
import { logIn } from './passport-pages.ts'
import { holdClock, OUT_OF_PATIENCE_MS } from './patience.ts'
import { product } from './product.ts'
import { cookieOf, giveSession, sessionOf } from './session-cookie.ts'
import { expectUsable } from './usable.ts'

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })
const profileOf = (page: Page, { name }: Partner) =>
  page.getByRole('button', { name: `Profile: ${name}` })
const home = () => `${product().office}/en`
const dashboardAddress = () => `${product().office}/en/dashboard`

/** Waits until the page has reached the passport; returns the passport's address with its query. */
async function untilPassport(page: Page, name: 'login' | 'registration'): Promise<URL> {
  const address = addressIn(passportAddress(`/en/${name}`))
  await expect(page).toHaveURL((url) => `${url.origin}${url.pathname}` === address)
  return new URL(page.url())
}

/** Signs in at the passport without its page; returns the redirect address, with the hand-off token. */
async function wayBack(
  { email, password }: Partner,
  { searchParams }: Pick<URL, 'searchParams'>,
): Promise<string> {
  const body = { email, password, ...Object.fromEntries(searchParams) }
  const answer = await anonymousCall('POST', passportAddress('/v1/login'), body)
  return (answer as { redirect: string }).redirect
}

/** The redirect address of a sign-in that began in another browser. */
async function foreignWayBack(partner: Partner): Promise<string> {
  const { product: application } = await publicConfig()
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const backUrl = addressIn(officeAddress('/en/catch'))
  return wayBack(partner, {
    searchParams: new URLSearchParams({ application, backUrl, challenge }),
  })
}

async function logOutByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile/ }).click()
  await page.getByRole('link', { name: 'Log out' }).click()
  await expectAsWritten(page).toHaveURL(home())
}

/** The page's addresses while it requests its configuration, which is its first request. */
async function addressesAtStart(page: Page): Promise<readonly string[]> {
  const seen: string[] = []
  await page.route(officeAddress('/config'), async (route) => {
    seen.push(await page.evaluate(() => location.href))
    await route.fallback()
  })
  return seen
}

/** The answer to the next call with a token. */
async function statusOf({ token }: { token: string }): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(officeAddress('/v1/profile'), { headers })).status
}

test.describe('the way to the passport', () => {
  test('STA-035 the login route sends a signed-in partner to the dashboard', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/en/login')
    await expect(page).toHaveURL(dashboardAddress())
    await expect(dashboard(page)).toBeVisible()
  })

  test('STA-036 STA-037 API-050 the login route asks the passport to lead back to /catch', async ({
    page,
  }) => {
    await page.goto('/en/login')
    const { searchParams } = await untilPassport(page, 'login')
    expect(Object.fromEntries(searchParams)).toEqual({
      application: (await publicConfig()).product,
      backUrl: addressIn(officeAddress('/en/catch')),
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('STA-038 STA-039 STA-040 API-051 the registration route passes the referral of its address on, else that of an earlier link, else none', async ({
    page,
    context,
  }) => {
    const { product: application } = await publicConfig()
    const sent = async (address: string) => {
      await page.goto(address)
      const { searchParams } = await untilPassport(page, 'registration')
      return Object.fromEntries(searchParams)
    }
    const kept = async () => (await cookieOf(context, 'referral'))?.value
    expect(await sent('/en/registration')).toEqual({ application })

    expect(await sent('/en/registration/abc')).toEqual({ application, referral: 'abc' })
    expect(await kept()).toBe('abc')

    await context.clearCookies({ name: /referral/ })
    await page.goto('/en/partner/earlier')
    // The heading of the built page is there before its script has run.
    await expect.poll(kept).toBe('earlier')
    expect(await sent('/en/registration')).toEqual({ application, referral: 'earlier' })
  })
})

test.describe('the way back from the passport', () => {
  test('STA-044 a full sign-in ends on the dashboard', async ({ page, context }) => {
    const partner = await makePartner()
    await page.goto('/en')
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await untilPassport(page, 'login')
    await logIn(page, partner)

    await expect(page).toHaveURL(dashboardAddress())
    await expect(profileOf(page, partner)).toBeVisible()
    expect(await sessionOf(context)).not.toBe(partner.token)
  })

  test('STA-041 STA-042 STA-043 a token in the address becomes the session, and leaves the address before the first request', async ({
    page,
    context,
  }) => {
    const partner = await makePartner()
    const asked: { url: string; referrer: string }[] = []
    page.on('request', (request) =>
      asked.push({ url: request.url(), referrer: request.headers()['referer'] ?? '' }),
    )
    const atStart = await addressesAtStart(page)
    await page.goto(`/en/catch?token=${partner.token}`)
    await expect(page).toHaveURL(dashboardAddress())
    await expect(profileOf(page, partner)).toBeVisible()
    expect((await sessionOf(context)) === partner.token, 'the token is the session').toBe(true)
    expect(atStart).toEqual([addressIn(officeAddress('/en/catch'))])

    const [first, ...others] = asked
    expect(new URL(first!.url).pathname).toBe(addressIn('/en/catch'))
    for (const { url, referrer } of others) {
      expect(`${url} ${referrer}`.includes(partner.token), 'the token went along').toBe(false)
    }
    // The blank page, and the page that received the token.
    expect(await page.evaluate(() => history.length)).toBe(2)
  })

  test('a token is removed from every address', async ({ page, context, signIn }) => {
    const partner = await signIn()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const atStart = await addressesAtStart(page)
    await page.goto('/en/partner/abc?from=mail&token=nobody#team')
    await expect(profileOf(page, partner)).toBeVisible()
    expect(atStart).toEqual([addressIn(officeAddress('/en/partner/abc?from=mail#team'))])
    expect(page.url()).not.toContain('nobody')
    expect(asked.filter((url) => url.includes('nobody'))).toHaveLength(1)
    expect((await sessionOf(context)) === partner.token, 'the session is the same').toBe(true)
  })

  test('a hand-off counts once', async ({ page, context }) => {
    const partner = await makePartner()
    await page.goto('/en/login')
    const back = await wayBack(partner, await untilPassport(page, 'login'))
    await page.goto(back)
    await expect(profileOf(page, partner)).toBeVisible()
    const token = await sessionOf(context)

    await page.goto(back)
    await expect(page).toHaveURL(dashboardAddress())
    await expect(profileOf(page, partner)).toBeVisible()
    expect((await sessionOf(context)) === token, 'the session is the same').toBe(true)

    await logOutByMenu(page)
    await page.goto(back)
    await untilPassport(page, 'login')
    expect(await sessionOf(context)).toBeUndefined()
  })

  test('a hand-off of another browser is dropped, and the sign-in starts again once; what keeps failing ends on the home page', async ({
    page,
    context,
  }) => {
    const partner = await makePartner()
    const calls = recordCalls(page)
    await page.goto(await foreignWayBack(partner))
    const again = await untilPassport(page, 'login')
    expect(calls.map(pathOf)).not.toContain('/oauth/token')
    expect(await sessionOf(context)).toBeUndefined()

    for (const _ of ['with the verifier of another sign-in', 'without one']) {
      await page.goto(await foreignWayBack(partner))
      await expect(page).toHaveURL(home())
      await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
      expect(await sessionOf(context)).toBeUndefined()
    }

    // A sign-in that starts anew works.
    await page.goto('/en/login')
    const anew = await untilPassport(page, 'login')
    expect(anew.searchParams.get('challenge')).not.toBe(again.searchParams.get('challenge'))
    await page.goto(await wayBack(partner, anew))
    await expect(profileOf(page, partner)).toBeVisible()
  })

  test('a sign-in that comes back to a browser without storage says so, and the home page still opens', async ({
    page,
    context,
  }) => {
    const partner = await makePartner()
    await page.addInitScript(() => {
      const get = (): never => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      Object.defineProperty(window, 'sessionStorage', { get })
    })
    await page.goto(await foreignWayBack(partner))
    await expect(
      page.getByText(
        'Your browser does not let this site keep data, so the log-in could not be finished. Allow cookies for this site, then log in again.',
      ),
    ).toBeVisible()
    expect(await sessionOf(context)).toBeUndefined()
    await page.goto('/en')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  })
})

test.describe('a token that meets a session', () => {
  test('STA-045 a token that fails its check leaves the session in place, one of the same partner replaces it without a question', async ({
    page,
    context,
    signIn,
  }) => {
    const partner = await signIn()
    const stays = async (why: string) => {
      await expect(profileOf(page, partner)).toBeVisible()
      expect((await sessionOf(context)) === partner.token, why).toBe(true)
    }
    const revoked = { token: await tokenOf(partner) }
    await as(revoked)('DELETE', passportAddress('/oauth/token/revoke'))
    await page.goto(`/en/catch?token=${revoked.token}`)
    await expect(page).toHaveURL(dashboardAddress())
    await stays('the session is the same')
    expect(await statusOf(partner)).toBe(200)

    await page.goto(await foreignWayBack(partner))
    await stays('without a verifier nothing changes')

    const token = await tokenOf(partner)
    await page.goto(`/en/catch?token=${token}`)
    await expect(page).toHaveURL(dashboardAddress())
    await expect(profileOf(page, partner)).toBeVisible()
    expect((await sessionOf(context)) === token, 'the new token is the session').toBe(true)
  })

  test('STA-045 a token of another partner asks first: no answer and staying keep the session, and only a confirmation replaces it', async ({
    page,
    context,
    signIn,
  }) => {
    const partner = await signIn({ name: 'Ada Lovelace' })
    const other = await makePartner({ name: 'Grace Hopper' })
    const stays = async (why: string) =>
      expect((await sessionOf(context)) === partner.token, why).toBe(true)
    await test.step('without an answer', async () => {
      await page.goto(`/en/catch?token=${other.token}`)
      await expect(question(page, other)).toBeVisible()
      await stays('nothing is replaced yet')
      await page.reload()
      await expect(profileOf(page, partner)).toBeVisible()
      await stays('the session is the same')
    })
    await test.step('staying, which takes effect at once, even with a slow service', async () => {
      const token = await tokenOf(other)
      await page.goto(`/en/catch?token=${token}`)
      await expect(question(page, other)).toBeVisible()
      const release = await slowCall(page, '/oauth/token/revoke')
      await page.getByRole('button', { name: `Stay logged in as ${partner.email}` }).click()
      await expect(page.getByRole('status').getByText('Loading')).toBeAttached()
      await expect(question(page, other)).toBeHidden()
      await release()
      await expect(page).toHaveURL(dashboardAddress())
      await expect(profileOf(page, partner)).toBeVisible()
      await stays('the session is the same')
      expect(await statusOf({ token }), 'the session of the other').toBe(401)
    })
    await test.step('a confirmation', async () => {
      await page.goto(`/en/catch?token=${other.token}`)
      await page.getByRole('button', { name: `Continue as ${other.email}` }).click()
      await expect(page).toHaveURL(dashboardAddress())
      await expect(profileOf(page, other)).toBeVisible()
      await expect(page.getByText(partner.name)).toBeHidden()
      expect((await sessionOf(context)) === other.token, 'the session is that of the other').toBe(
        true,
      )
    })
  })

  test('STA-045 a sign-in that ends after another partner has signed in asks, too', async ({
    page,
    context,
  }) => {
    const [partner, other] = [await makePartner(), await makePartner()]
    await page.goto('/en/login')
    const back = await wayBack(other, await untilPassport(page, 'login'))
    await giveSession(context, partner.token)
    await page.goto(back)
    await expect(question(page, other)).toBeVisible()
    await page.getByRole('button', { name: /^Continue as / }).click()
    await expect(profileOf(page, other)).toBeVisible()
  })

  test('the question is accessible', async ({ page, signIn }) => {
    const language = LANGUAGES.at(-1)!
    const { email: current } = await signIn({ language })
    const { email: other, token } = await makePartner()
    await page.goto(`/${language}/catch?token=${token}`)
    const title = officeText(language, 'otherSession.title').replace('{{other}}', other)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    const stay = officeText(language, 'otherSession.stay').replace('{{current}}', current)
    await expect(page.getByRole('button', { name: stay })).toBeVisible()
    await expectUsable(page)
  })

  const question = (page: Page, { email }: Partner) =>
    page.getByRole('heading', { name: `Continue as ${email}?` })
})

test.describe('logging out', () => {
  test('STA-033 STA-034 removes the token, revokes it, and ends on the home page in the default language', async ({
    page,
    context,
    signIn,
  }) => {
    const partner = await signIn({ language: 'de' })
    await page.goto('/de/logout')
    await expectAsWritten(page).toHaveURL(home())
    await expect(
      page.getByRole('banner').getByRole('link', { name: asWritten('Log in') }),
    ).toBeVisible()
    expect(await sessionOf(context)).toBeUndefined()
    expect(await statusOf(partner)).toBe(401)
  })

  test('STA-034 ends the same with a token that has expired', async ({ page, context, signIn }) => {
    const partner = await signIn()
    await as(partner)('DELETE', passportAddress('/oauth/token/revoke'))
    await page.goto('/de/logout')
    await expectAsWritten(page).toHaveURL(home())
    expect(await sessionOf(context)).toBeUndefined()
  })

  test('STA-034 ends the same when revoking fails', async ({ page, context, signIn }) => {
    await signIn()
    await page.goto('/en/dashboard')
    await failCall(page, '/oauth/token/revoke', 'down')
    await logOutByMenu(page)
    await expect(
      page.getByRole('banner').getByRole('link', { name: asWritten('Log in') }),
    ).toBeVisible()
    await expect(page.getByRole('alert').getByText(/./)).toHaveCount(0)
    expect(await sessionOf(context)).toBeUndefined()
  })

  test('takes effect at once, and ends when a call to a slow service times out', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    await holdClock(page)
    await failCall(page, '/v1/profile', { code: 'profile_not_found' })
    await page.goto('/en/dashboard')
    await slowCall(page, '/oauth/token/revoke')
    const revoked = page.waitForRequest(/revoke$/)
    await page.getByRole('button', { name: 'Log out' }).click()
    await revoked
    await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden()
    await page.clock.fastForward(OUT_OF_PATIENCE_MS)
    await expectAsWritten(page).toHaveURL(home())
    await expect(
      page.getByRole('banner').getByRole('link', { name: asWritten('Log in') }),
    ).toBeVisible()
    expect(await sessionOf(context)).toBeUndefined()
  })

  test('another window notices it at once, and going back afterwards shows nothing of the partner', async ({
    page,
    context,
    signIn,
  }) => {
    const { name, email, token } = await signIn({ name: 'Ada Lovelace' })
    await page.goto('/en/dashboard')
    await expect(page.getByRole('button', { name: `Profile: ${name}` })).toBeVisible()
    const second = await context.newPage()
    await second.goto('/en/dashboard')
    await logOutByMenu(second)
    await untilPassport(page, 'login')
    await expect(page.getByText(name)).toBeHidden()

    const calls = recordCalls(second)
    await second.goBack()
    await untilPassport(second, 'login')
    for (const text of [name, email]) await expect(second.getByText(text)).toBeHidden()
    const headers = await Promise.all(calls.map((call) => call.allHeaders()))
    expect(JSON.stringify(headers).includes(token), 'the token was used again').toBe(false)
  })

  test('another window notices the sign-in of another partner', async ({
    page,
    context,
    signIn,
  }) => {
    const partner = await signIn({ name: 'Ada Lovelace' })
    await page.goto('/en/dashboard')
    await expect(profileOf(page, partner)).toBeVisible()
    const other = await makePartner({ name: 'Grace Hopper' })
    await giveSession(context, other.token)

    await lookAt(page)
    await expect(profileOf(page, other)).toBeVisible()
    await expect(page.getByText(partner.name)).toBeHidden()
  })
})

/** All windows of a headless browser are visible, so this sends the event of a window that becomes visible. */
async function lookAt(page: Page): Promise<void> {
  await page.bringToFront()
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
}

test('STA-042 the link of a mail opens its page after the sign-in', async ({ page }) => {
  const partner = await makePartner()
  await page.goto('/en/transactions/payouts?currency=UPT#tabs')
  await untilPassport(page, 'login')
  await logIn(page, partner)
  await expect(page).toHaveURL(
    addressIn(officeAddress('/en/transactions/payouts?currency=UPT#tabs')),
  )
  await expect(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible()
})

test('STA-042 ERR-006 a session that ended: logging in again in a new window brings the page back as it was', async ({
  page,
  context,
  signIn,
}) => {
  const partner = await signIn()
  await page.goto('/en/support')
  await page.getByRole('button', { name: /^Other problem/ }).click()
  const form = page.getByRole('form', { name: 'Other problem' })
  const comment = form.getByRole('textbox', { name: 'What happened' })
  await comment.fill('Typed before the session ended')
  await form
    .getByLabel('Attach files')
    .setInputFiles({ name: 'proof.pdf', mimeType: 'application/pdf', buffer: samplePdf() })
  await as(partner)('DELETE', passportAddress('/oauth/token/revoke'))
  await form.getByRole('button', { name: 'Send' }).click()
  const again = page.getByRole('link', { name: 'Log in again' })
  await expect(again).toHaveAccessibleDescription(/new window/)
  await expect(comment).toBeHidden()
  await expectUsable(page)

  const opened = context.waitForEvent('page')
  await again.click()
  const other = await opened
  await untilPassport(other, 'login')
  await logIn(other, partner)
  await expect(dashboard(other)).toBeVisible()
  await other.close()
  await expect(again).toBeHidden()
  await expect(comment).toHaveValue('Typed before the session ended')
  await expect(form.getByText('proof.pdf')).toBeVisible()
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form).toBeHidden()
})
