import type { CDPSession, Page } from '@playwright/test'

import { SHORT_LIVED } from '../apps/server/src/testing/child-variables.ts'
import { Authenticator } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { passportAddress } from './http.ts'
import { latestMail } from './mail.ts'
import { office } from './operators.ts'
import { textIn } from './other-language.ts'
import { expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'
import { makePartner } from './partners.ts'
import { openLogin, signInRequest, untilBack } from './passport-pages.ts'
import { product, publishProduct, startProduct } from './product.ts'
import { remember } from './secrets.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

let end = async (): Promise<void> => {}

// Browsers know no passkeys for the IP address of the product that all other specs share.
test.beforeAll(async () => {
  const shared = product()
  const own = await startProduct({ passportHost: 'localhost', options: SHORT_LIVED })
  publishProduct(own.product)
  end = async () => {
    publishProduct(shared)
    await own.stop()
  }
  for (const limit of ['signInAccount', 'user']) await office(`config set rateLimit.${limit} 1000`)
})
test.afterAll(() => end())

/** A device in the browser that can keep passkeys; it waits for the user while `isPresent` is false. */
class Device {
  readonly #cdp: CDPSession
  readonly #id: string

  private constructor(cdp: CDPSession, id: string) {
    this.#cdp = cdp
    this.#id = id
  }

  static async of(page: Page): Promise<Device> {
    const { cdp, id } = await addAuthenticator(page, false)
    return new Device(cdp, id)
  }

  async setPresent(enabled: boolean): Promise<void> {
    await this.#cdp.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId: this.#id,
      enabled,
    })
  }

  async setVerified(isUserVerified: boolean): Promise<void> {
    await this.#cdp.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified })
  }

  /** Sets the count of uses of the only passkey: back to 0 as in a copy of it. */
  async setCount(signCount: number): Promise<void> {
    const authenticatorId = this.#id
    const { credentials } = await this.#cdp.send('WebAuthn.getCredentials', { authenticatorId })
    const credential = credentials[0]!
    const { credentialId } = credential
    await this.#cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    await this.#cdp.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...credential, signCount },
    })
  }
}

/** Signs in with the passkey as the page does, and sends its answer once for each change; returns the states. */
async function answerWith(page: Page, changes: readonly object[]): Promise<string[]> {
  return page.evaluate(
    async ([request, changed]) => {
      const post = async (call: string, body: object) => {
        const headers = { 'content-type': 'application/json' }
        const sent = { method: 'POST', headers, body: JSON.stringify(body) }
        return (await fetch(call, sent)).json()
      }
      const { data } = await post('/v1/login/passkey/options', {})
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data)
      const chosen = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
      const passkey = chosen.toJSON()
      const states: string[] = []
      for (const change of changed) {
        const response = { ...passkey.response, ...change }
        const body = { ...request, passkey: { ...passkey, response } }
        states.push((await post('/v1/login/passkey', body)).state)
      }
      return states
    },
    [await signInRequest(), changes] as const,
  )
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Log in').click()
}

test('a passkey is added, signs in, proves the second factor, is renamed and removed', async ({
  page,
}) => {
  const partner = await makePartner()
  const device = await Device.of(page)
  await page.goto(passportAddress('/en/profile/security'))
  await logIn(page, partner)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible()
  await device.setPresent(true)
  await button(page, 'Add a passkey').click()
  await expect(passkeys.getByText(/^Added .*, not used yet$/)).toBeVisible()
  await expect
    .poll(async () => (await latestMail(partner.email)).subject)
    .toBe(`${textIn('A passkey was added')} · Partner Office`)
  await expectAccessible(page)
  await button(page, 'Add a passkey').click()
  await expect(passkeys.getByText('This device already has a passkey')).toBeVisible()

  await test.step('it signs in without e-mail and password', async () => {
    await device.setPresent(false)
    await button(page, 'Log out').click()
    await expect(button(page, 'Log in with a passkey')).toBeVisible()
    await expectAccessible(page)
    await device.setVerified(false)
    await device.setPresent(true)
    await button(page, 'Log in with a passkey').click()
    await expect(page.getByText('No passkey was used.')).toBeVisible()
    await device.setVerified(true)
    await button(page, 'Log in with a passkey').click()
    await expect(passkeys.getByText(/, last used /)).toBeVisible()
  })

  await test.step('the e-mail field suggests it', async () => {
    const signedIn = page.waitForResponse('**/v1/login/passkey')
    await button(page, 'Log out').click()
    expect(await (await signedIn).json()).toMatchObject({ state: 'success' })
    await expect(passkeys.getByText(/, last used /)).toBeVisible()
  })

  await test.step('its answer counts once, for its user alone, and not with an older count', async () => {
    expect(await answerWith(page, [{}, {}])).toEqual(['success', 'error'])
    expect(await answerWith(page, [{ userHandle: 'AAAA' }])).toEqual(['error'])
    await device.setCount(0)
    expect(await answerWith(page, [{}])).toEqual(['error'])
    await expect
      .poll(async () => (await latestMail(partner.email)).subject)
      .toBe(`${textIn('A login with a passkey was refused')} · Partner Office`)
    await device.setCount(100)
  })

  await test.step('it is the second factor where an authenticator is set up', async () => {
    await button(page, 'Set up').click()
    const secret = (await page.locator('.secret').innerText()).replaceAll(/\s/g, '')
    remember(secret)
    await page.getByLabel('6-digit code').fill(await new Authenticator(secret).nextCode())
    await button(page, 'Turn on').click()
    await expect(button(page, 'Make new codes')).toBeVisible()
    await device.setPresent(false)
    await openLogin(page)
    const back = await untilBack(page)
    await logIn(page, partner)
    await expect(page.getByLabel('6-digit code')).toBeVisible()
    await expectAccessible(page)
    await device.setPresent(true)
    await button(page, 'Use a passkey instead').click()
    expect((await back()).searchParams.get('token')).not.toBeNull()
  })

  await test.step('it is renamed and removed', async () => {
    await page.goto(passportAddress('/en/profile/security'))
    await page.setViewportSize({ width: 320, height: 700 })
    await passkeys.getByRole('button', { name: /^Rename / }).click()
    await page.getByLabel('Name of the passkey').fill('My phone')
    await button(page, 'Save').click()
    await expect(passkeys.getByText('My phone')).toBeVisible()
    await button(page, 'Remove My phone').click()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await passkeys.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible()
  })
})
