import { callsOf, CONSOLE } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { Authenticator } from '../authenticator.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll } from '../page-checks.ts'
import { product } from '../product.ts'
import { remember } from '../secrets.ts'
import { consoleAddress, endSession, giveConsole, invite, makeOperator } from './operator.ts'
import { addAuthenticator } from '../virtual-authenticator.ts'

const PASSWORD = 'a-long-enough-password'
remember(PASSWORD)

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const code = (page: Page) => page.getByLabel('Code of the authenticator')

test('OPR-002 OPR-003 OPR-004 the first sign-in, a second factor more, and each way to sign in again', async ({
  page,
}) => {
  const email = `first-sign-in-${Date.now()}@example.com`
  const token = await invite(email, ['viewer', 'admin'])
  await addAuthenticator(page, true)
  await page.goto(consoleAddress(`/welcome/${token}`))
  await expect(page.getByLabel('Email address')).toHaveValue(email)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Use 8 to 256 characters, and no common password.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page)
  // Who leaves after the password has no session.
  await page.goto(consoleAddress('/me'))
  await expect(title(page, 'Sign in')).toBeVisible()

  await page.goto(consoleAddress(`/welcome/${token}`))
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const letters = await page.locator('.secret').textContent()
  const authenticator = new Authenticator(letters ?? '')
  await code(page).fill(await authenticator.nextCode())
  await expect(page.getByRole('link', { name: 'Operators' })).toBeVisible()
  await page.goto(consoleAddress(`/welcome/${token}`))
  await expect(page.getByText('This link is no longer good.')).toBeVisible()

  // The last factor stays; with a passkey beside it, each of the two can be removed.
  await page.goto(consoleAddress('/me'))
  await expect(page.getByText('This is your only second factor.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The second factor was added')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2)
  await page.getByRole('button', { name: `Account of ${email}` }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()

  await expect(title(page, 'Sign in')).toBeVisible()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await code(page).fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('The email address or the password is wrong.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // Without a code, the factors that the account has.
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await expectAccessible(page)
  await code(page).fill(await authenticator.nextCode())
  await expect(page.getByRole('link', { name: 'Operators' })).toBeVisible()

  await page.getByRole('button', { name: `Account of ${email}` }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('link', { name: 'Operators' })).toBeVisible()
})

test('OPR-004 on an IP address, where browsers know no passkeys, the sign-in says so and offers the code', async ({
  page,
}) => {
  await page.goto(consoleAddress('/me').replace('localhost', '127.0.0.1'))
  await expect(page.getByText(/Passkeys do not work at this address/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await expect(code(page)).toBeVisible()
  for (const width of [400, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
  }
})

test('OPR-007 the page asks before idleness ends the session; after its end the typed text is still there', async ({
  page,
  context,
}) => {
  const operator = await makeOperator(['viewer'])
  await giveConsole(context, operator)
  await page.clock.install()
  await page.goto(consoleAddress('/me'))
  await expect(page.getByText('This session', { exact: true })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('half a passw')
  await page.clock.fastForward('28:05')
  const dialog = page.getByRole('dialog', { name: 'Stay signed in?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stay signed in' }).last().click()
  await expect(dialog).toHaveCount(0)

  await endSession(operator)
  await page.clock.fastForward('00:31')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  await expectAccessible(page)
  // Escape does not lead around it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(again).toBeVisible()
  await again.getByLabel('Password', { exact: true }).fill(operator.password)
  await again.getByLabel('Code of the authenticator').fill(await operator.authenticator.nextCode())
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(again).toHaveCount(0)
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('half a passw')
})

test('OPR-023 a page of another origin changes nothing, whatever call it tries', async ({
  page,
  context,
}) => {
  const operator = await makeOperator(['viewer', 'support', 'finance', 'plan', 'admin'])
  const other = await makeOperator(['viewer'])
  await giveConsole(context, operator)
  await page.goto(consoleAddress('/operators'))
  await page.getByRole('link', { name: other.email }).click()
  const [, id = ''] = /open=(\d+)/.exec(page.url()) ?? []
  const { origin } = new URL(consoleAddress())
  const calls = callsOf(...Object.values(CONSOLE))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => ({ method, address: `${origin}${path.replace(/:\w+/, id)}` }))
  expect(calls.length).toBeGreaterThan(15)
  await page.goto(product().office)
  const answers = await page.evaluate(async (tried) => {
    const ask = async (address: string, how: RequestInit) => {
      const answer = await fetch(address, { credentials: 'include', ...how }).catch(() => null)
      // An opaque answer tells nothing.
      return answer === null || answer.type === 'opaque' ? null : answer.status
    }
    const body = JSON.stringify({ version: 1, roles: ['support'] })
    const headers = { 'content-type': 'application/json', 'x-console-token': 'guessed' }
    const all = tried.flatMap(({ method, address }) => [
      ask(address, { method, body, headers }),
      ask(address, { method: 'POST', mode: 'no-cors', body }),
    ])
    return Promise.all(all)
  }, calls)
  expect(answers.filter((status) => status !== null)).toEqual([])
  await page.goto(consoleAddress(`/operators?open=${id}`))
  const panel = page.getByRole('complementary', { name: other.email })
  await expect(panel.getByText('Active')).toBeVisible()
  await expect(panel.getByRole('checkbox', { checked: true })).toHaveCount(1)
})
