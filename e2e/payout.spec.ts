import type { Page } from '@playwright/test'

import { configure } from './configure.ts'
import { dateField, expectDate, typeDate } from './dates.ts'
import { answerCall, failCall, type Fault } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { COULD_NOT, expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'
import type { Partner, PartnerOptions } from './partners.ts'

/** 4,000 EUR of direct bonuses: 8,000 UPT. */
const RICH: PartnerOptions = {
  verified: true,
  twoFactor: true,
  legs: [{ name: 'Grace Hopper', turnover: '10000.00' }],
}
const ADDRESS = `0x${'7f3a91c25be04d8863aa10f7c2e95b7d4410de8f'}`
const PAYOUT = '/en/payout'
const INIT = '/v1/payout/init'

const next = (page: Page) => page.getByRole('button', { name: 'Continue' })
const upt = (page: Page) => page.getByRole('radio', { name: /UPT bonus to UPT wallet/ })
const wallet = (page: Page) => page.getByRole('textbox', { name: 'Wallet address' })
const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount' })
const code = (page: Page) => page.getByRole('textbox', { name: '6-digit code' })

async function openAmount(page: Page): Promise<void> {
  await page.goto(PAYOUT)
  await upt(page).check()
  await next(page).click()
  await expect(wallet(page)).toBeVisible()
}

async function request(page: Page, text = '100'): Promise<void> {
  await wallet(page).fill(ADDRESS)
  await amount(page).fill(text)
  await next(page).click()
}

/** Confirms a payout of 1,000.5 UPT, and waits for the finish screen. */
async function payOut(page: Page, { authenticator }: Partner): Promise<void> {
  await openAmount(page)
  await request(page, '1,000.5')
  await code(page).fill(await authenticator!.nextCode())
  await expect(page.getByRole('heading', { name: 'Payout accepted' })).toBeVisible()
}

test('PAY-001 PAY-016 PAY-017 PAY-021 PAY-071 PAY-072 NAV-004 RTE-023 the menu leads to step 1, where an option is chosen', async ({
  page,
  signIn,
}) => {
  await signIn(RICH)
  const asked: string[] = []
  page.on('request', (call) => asked.push(call.url()))
  await page.goto('/en/dashboard')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByText('Payouts')).toBeVisible()
  await menu.getByRole('link', { name: 'New payout' }).click()
  await expect(page).toHaveURL(/\/en\/payout$/)

  const steps = page.getByRole('list', { name: 'Payout steps' })
  await expect(steps.getByRole('listitem')).toHaveText(['1Choose', '2Amount', '3Confirm'])
  await expect(next(page)).toBeDisabled()
  const sources = encodeURIComponent('UCHAIN_UCN_BONUS,UCHAIN_UPT_BONUS')
  for (const path of ['limits', 'settings']) {
    expect(asked.some((url) => url.endsWith(`/v1/payout/${path}?from=${sources}`))).toBe(true)
  }
  await expectAccessible(page)
  await upt(page).check()
  await next(page).click()
  await expect(steps.locator('[aria-current=step]')).toHaveText('2Amount')
  await expect(page.getByRole('heading', { level: 2, name: 'Amount' })).toBeFocused()
})

test('PAY-022 PAY-023 PAY-027 PAY-028 PAY-039 step 2 continues once both fields are filled, takes 256 characters, fills the maximum and goes back to the choice', async ({
  page,
  signIn,
}) => {
  await signIn(RICH)
  await openAmount(page)
  await expect(next(page)).toHaveAccessibleDescription(
    'Enter a wallet address and an amount to continue.',
  )
  await expect(next(page)).toBeDisabled()
  await wallet(page).fill('   ')
  await amount(page).fill('100')
  await expect(next(page)).toBeDisabled()
  await wallet(page).fill(ADDRESS)
  await expect(next(page)).toBeEnabled()
  await amount(page).fill('')
  await expect(next(page)).toBeDisabled()

  await wallet(page).fill('x'.repeat(300))
  expect((await wallet(page).inputValue()).length).toBe(256)
  await page.getByRole('button', { name: 'Max' }).click()
  await expect(amount(page)).toHaveValue('5,000.00000000')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(upt(page)).toBeChecked()
})

test('PAY-029 PAY-037 PAY-038 PAY-040 PAY-047 PAY-053 PAY-054 PAY-083 step 2 sends the trimmed address and the amount; step 3 shows the whole address, and a complete code confirms', async ({
  page,
  signIn,
}) => {
  const { authenticator } = await signIn(RICH)
  await openAmount(page)
  await wallet(page).fill(`  ${ADDRESS} `)
  await amount(page).fill('1,000.5')
  await expectAccessible(page)
  const sent = page.waitForRequest((call) => call.url().endsWith(INIT))
  await next(page).click()
  expect((await sent).postDataJSON()).toEqual({
    from: 'UCHAIN_UPT_BONUS',
    to: 'UPT_XRC10_WHITE',
    address: ADDRESS,
    amount: '1000.5',
  })
  await expect(code(page)).toBeFocused()

  await expect(page.getByLabel(ADDRESS)).toContainText('de8f')
  await expect(page.getByRole('timer')).toContainText(/[45]:\d\d to confirm/)
  await expectAccessible(page)
  const confirmed = page.waitForRequest((call) => call.url().endsWith('/v1/payout/confirm'))
  const entered = await authenticator!.nextCode()
  await code(page).fill(entered)
  expect((await confirmed).postDataJSON()).toEqual({ code: entered, from: 'UCHAIN_UPT_BONUS' })
  await expect(page.getByRole('heading', { name: 'Payout accepted' })).toBeVisible()
})

test('PAY-055 PAY-056 PAY-082 the finish screen repeats the amounts and the address, and leads on', async ({
  page,
  signIn,
}) => {
  await payOut(page, await signIn(RICH))
  await expect(page.getByRole('heading', { name: 'Payout accepted' })).toBeFocused()
  await expect(page.getByText('1,000.50000000')).toBeVisible()
  await expect(page.getByText('20.01000000')).toBeVisible()
  await expect(page.getByText('980.49000000')).toBeVisible()
  await expect(page.getByLabel(ADDRESS)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Payout \d+$/ })).toHaveAttribute(
    'href',
    /\/en\/transactions\/payouts\?payout=\d+$/,
  )
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New payout' }).click()
  await expect(page.getByRole('radio', { name: /6,999\.50000000/ })).toBeVisible()
})

test('RTE-012 RTE-013 TRX-036 TRX-037 TRX-038 the history asks for the newest 20 payouts of both sources', async ({
  page,
  signIn,
}) => {
  await signIn(RICH)
  const history = page.waitForRequest((call) => call.url().includes('/v1/payout/history?'))
  await page.goto('/en/transactions')
  await expect(page).toHaveURL(/\/en\/transactions\/payouts$/)
  expect(Object.fromEntries(new URL((await history).url()).searchParams)).toEqual({
    size: '20',
    page: '0',
    sort: 'createdAt|desc',
    from: 'UCHAIN_UCN_BONUS,UCHAIN_UPT_BONUS',
  })
})

test('PAY-079 TRX-023 TRX-034 the history shows a pending payout, which its partner cancels', async ({
  page,
  signIn,
}) => {
  await payOut(page, await signIn(RICH))
  await page.goto('/en/transactions/payouts')
  const row = page.getByRole('row').filter({ hasText: '1,000.50000000' })
  await expect(row.getByTitle(ADDRESS)).toHaveText('0x7f3a…de8f')
  await expect(row.getByText('Pending')).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Payout \d+$/ }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Confirmed with your code')).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel payout' }).click()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Cancel payout' }).click()
  await expect(panel.getByText('Cancelled by you')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row.getByText('Cancelled')).toBeVisible()
})

test('a confirmed payout shows at once in balance, history and pending payouts that were open before', async ({
  page,
  signIn,
}) => {
  const { authenticator } = await signIn(RICH)
  await page.goto('/en/dashboard')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const balance = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'UPT balance' }) })
  await expect(balance).toContainText('8,000.00000000')
  // All pages are read once, and stay fresh for half a minute.
  await menu.getByRole('link', { name: 'Transactions' }).click()
  await expect(page.getByText('No payouts yet')).toBeVisible()
  await menu.getByRole('link', { name: 'New payout' }).click()
  const pending = (count: number) => page.getByText(`${count} of 3 payouts pending`)
  await page.getByText(/^\d checks? passed$/).click()
  await expect(pending(0)).toBeVisible()
  await upt(page).check()
  await next(page).click()
  await request(page)
  await code(page).fill(await authenticator!.nextCode())
  await expect(page.getByRole('heading', { name: 'Payout accepted' })).toBeVisible()

  await page.getByRole('button', { name: 'New payout' }).click()
  await page.getByText(/^\d checks? passed$/).click()
  await expect(pending(1)).toBeVisible()
  await menu.getByRole('link', { name: 'Transactions' }).click()
  await expect(page.getByRole('row').filter({ hasText: '100.00000000' })).toContainText('Pending')
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await expect(balance).toContainText('7,900.00000000')
})

test('PAY-011 PAY-018 PAY-019 PAY-020 PAY-034 PAY-036 nothing can be paid out without money or documents', async ({
  page,
  signIn,
}) => {
  await signIn({ twoFactor: true })
  await page.goto(PAYOUT)
  await expect(page.getByText('This payout needs a verified passport.')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Verify' }).first()).toHaveAttribute(
    'href',
    /\/en\/profile\/passport\?back=payout$/,
  )
  await upt(page).check()
  await expect(next(page)).toBeDisabled()
  await expect(page.getByText('Passport not verified')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoHorizontalScroll(page)

  const passport = { documentType: 'PASSPORT', status: 'APPROVED', fields: {}, updatedAt: 0 }
  await answerCall(page, '/v1/verifications', [passport])
  await page.reload()
  await upt(page).check()
  // In the list, and beside the button that it holds.
  await expect(page.getByText('Nothing to pay out yet')).toHaveCount(2)
  await expect(next(page)).toHaveAccessibleDescription('Nothing to pay out yet')
  await expect(next(page)).toBeDisabled()

  await answerCall(page, '/v1/balances', {
    UCHAIN_UCN_BONUS: '500.00000000',
    UCHAIN_UPT_BONUS: '0.00000000',
    SU_BONUS: '1.000000',
  })
  await answerCall(page, '/v1/payout/settings', [
    { payoutFrom: 'UCHAIN_UCN_BONUS', payoutTo: 'UCN_XRC10_WHITE', enabled: true },
    { payoutFrom: 'UCHAIN_UPT_BONUS', payoutTo: 'UPT_XRC10_WHITE', enabled: false },
    { payoutFrom: 'SU_BONUS', payoutTo: 'ULTIMA_WALLET', enabled: true },
  ])
  const rate = page.waitForRequest((call) => call.url().includes('/v1/exchange/rate?'))
  await page.reload()
  const query = new URL((await rate).url()).searchParams
  expect(Object.fromEntries(query)).toEqual({ from: 'ULTIMA', to: 'EUR', type: 'SPS_PAYOUT_LIMIT' })
  await page.getByRole('radio', { name: /UCN bonus/ }).check()
  await expect(upt(page)).toHaveCount(0)
  await next(page).click()
  await amount(page).fill('100')
  await expect(page.getByText(/^Worth about .*USDT$/)).toBeVisible()
})

test('PAY-004 PAY-008 PAY-068 PAY-069 PAY-070 a page that cannot load says why', async ({
  page,
  signIn,
}) => {
  await signIn({ twoFactor: true })
  const alert = page.getByRole('alert')
  const fails = async (path: string, fault: Fault, isShown: () => Promise<void>) => {
    const stop = await failCall(page, path, fault)
    await page.goto(PAYOUT)
    await isShown()
    await expect(upt(page)).toBeHidden()
    await stop()
  }
  for (const [path, fault, text] of [
    ['/v1/payout/settings', { code: 'access_denied', status: 403 }, 'Payouts are not open to you'],
    ['/v1/verifications', { code: 'internal_server_error', status: 500 }, COULD_NOT],
  ] as const) {
    await fails(path, fault, () => expect(alert.filter({ hasText: text })).toBeVisible())
  }
  for (const [path, refused, text] of [
    ['/v1/balances', 'wallet_not_found', 'wallet not found'],
    ['/v1/two-fa/tokens', 'not_found', 'not found'],
    ['/v1/payout/limits', 'data_not_ready', 'data not ready'],
  ] as const) {
    const texts = async () => (await alert.allInnerTexts()).join(' ')
    // The page shows the code itself, in every language.
    await fails(path, { code: refused }, () => expect.poll(texts).toContain(text))
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(upt(page)).toBeVisible()
})

test('VER-003 PAY-005 PAY-006 PAY-007 PAY-009 ACC-008 ACC-009 ACC-013 ACC-014 ACC-015 CFG-007 the configuration and the methods of a partner open the page', async ({
  page,
  signIn,
}) => {
  await signIn()
  const texts = async (properties: Record<string, string>, methods: string[], text: string) => {
    await configure(page, properties)
    await answerCall(page, '/v1/two-fa/tokens', {
      tokens: methods.map((tokenType) => ({ tokenType })),
    })
    await page.goto(PAYOUT)
    await expect(page.getByText(text)).toBeVisible()
  }
  const authenticator = ['GOOGLE_AUTHENTICATOR']
  await texts({ permissionsPayout: 'FALSE' }, authenticator, 'Payouts are not open to you')
  await texts({ permissionsPayoutTwoFa: '' }, authenticator, 'Payouts are not open to you')
  await texts({}, [], 'Payouts are confirmed with an authenticator app. Set one up first.')
  await expect(page.getByRole('link', { name: 'Open the security page' })).toHaveAttribute(
    'href',
    /\/en\/profile\/security\?back=payout$/,
  )
  await texts(
    { permissionsPayoutTwoFa: 'TELEGRAM' },
    authenticator,
    'Payouts are confirmed with Telegram. Connect it first.',
  )
  const both = { permissionsPayoutTwoFa: 'TELEGRAM,GOOGLE_AUTHENTICATOR' }
  await texts(
    both,
    [],
    'Payouts are confirmed with an authenticator app or Telegram. Set up one of them first.',
  )
  await texts(both, ['TELEGRAM'], 'Not Found')
  await texts(both, authenticator, 'UPT bonus to UPT wallet')
})

test('PAY-057 PAY-058 PAY-059 PAY-060 PAY-061 PAY-062 PAY-063 PAY-064 PAY-065 PAY-066 ERR-015 ERR-016 each refusal stands at its place', async ({
  page,
  signIn,
}) => {
  await signIn(RICH)
  await openAmount(page)
  const limits = /^Enter an amount from 10\.00000000.UPT to 5,000\.00000000.UPT\. Left today:/
  const format = { errors: ['invalid_format'] }
  for (const [fault, text, field] of [
    [{ code: 'not_enough_funds', fieldName: 'amount' }, /^Your balance is lower/, amount],
    [{ code: 'request_limit', fieldName: 'amount' }, limits, amount],
    [{ code: 'minimum_limit', fieldName: 'amount' }, limits, amount],
    [{ code: 'validation_error', fieldName: 'amount', ...format }, limits, amount],
    [{ code: 'daily_limit', fieldName: 'amount' }, /^Your daily limit is reached/, amount],
    [
      { code: 'validation_error', fieldName: 'address', ...format },
      /^This is not an address/,
      wallet,
    ],
    [{ code: 'payout_is_disabled' }, /^Payouts are closed for now/, null],
    [{ code: 'pending_count_limit' }, /^Too many of your payouts/, null],
    [{ code: 'user_not_verified' }, /^Your identity must be verified/, null],
    [{ code: 'internal_server_error', status: 500 }, /^The server could not answer/, null],
    [{ code: 'not_unique' }, /^This is already in use/, null],
  ] as const) {
    const stop = await failCall(page, INIT, fault)
    await request(page)
    // A failing server is also told in a notification.
    const alert = page.getByRole('alert').filter({ hasText: text }).first()
    await expect(alert).toBeVisible()
    // A hint of the field may come before its error.
    const described = new RegExp(text.source.slice(1))
    if (field !== null) await expect(field(page)).toHaveAccessibleDescription(described)
    await stop()
  }
  await expectAccessible(page)
  await request(page, '9.99999999')
  await expect(page.getByRole('alert').filter({ hasText: limits })).toBeVisible()
})

test('PAY-042 PAY-043 PAY-044 PAY-045 PAY-046 PAY-051 PAY-052 PAY-067 wrong codes, pastes and the end of the time', async ({
  page,
  signIn,
}) => {
  await signIn(RICH)
  await openAmount(page)
  await answerCall(page, INIT, { expiresAt: Date.now(), attempts: 3 })
  await request(page)
  await expect(code(page)).toBeFocused()

  const paste = (text: string) =>
    code(page).evaluate((input, pasted) => {
      const data = new DataTransfer()
      data.setData('text', pasted)
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, text)
  await paste('123 45')
  await expect(page.getByText('The pasted text does not contain six digits.')).toBeVisible()
  await expect(code(page)).toHaveValue('')
  await page.evaluate(() =>
    Object.defineProperty(navigator.clipboard, 'readText', {
      value: () => Promise.reject(new Error('denied')),
    }),
  )
  await page.getByRole('button', { name: 'Paste code' }).click()
  await expect(page.getByText(/^The clipboard could not be read/)).toBeVisible()

  const refuse = async (fault: Parameters<typeof failCall>[2], text: string) => {
    const stop = await failCall(page, '/v1/payout/confirm', fault)
    await code(page).fill('123456')
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await expect(code(page)).toHaveValue('')
    await stop()
  }
  await refuse({ code: 'otp_already_used' }, 'This code has been used. Wait for the next one.')
  await refuse(
    { code: 'invalid_confirmation_code', errors: ['2'] },
    'That code did not match. 2 attempts left.',
  )
  await refuse(
    { code: 'invalid_confirmation_code', errors: ['1'] },
    'That code did not match. 1 attempt left.',
  )
  await refuse(
    { code: 'confirmation_code_error' },
    'No attempts are left. Go back and start again.',
  )
  await expect(code(page)).toBeDisabled()

  await page.getByRole('button', { name: 'Back' }).click()
  await next(page).click()
  await expect(code(page)).toBeEnabled()
  await page.clock.install()
  await page.getByRole('button', { name: 'Back' }).click()
  await next(page).click()
  await expect(code(page)).toBeEnabled()
  await page.clock.fastForward('05:01')
  await expect(
    page.getByText('The time to confirm is over. Go back and start again.'),
  ).toBeVisible()
  await expect(code(page)).toBeDisabled()
})

test('TRX-020 TRX-021 TRX-022 TRX-024 TRX-033 TRX-035 TRX-042 the history is filtered, and links what was sent', async ({
  page,
  signIn,
}) => {
  await signIn(RICH)
  await page.goto('/en/transactions/payouts')
  await expect(page.getByText('No payouts yet')).toBeVisible()
  const payout = {
    createdAt: Date.now() - 86_400_000,
    address: ADDRESS,
    amount: '100.00000000',
    from: 'UCHAIN_UPT_BONUS',
    to: 'UPT_XRC10_WHITE',
    cancellable: false,
    cancelled: false,
  }
  await configure(page, { 'txLink.UPT': 'https://chain.example/{hash}' })
  await answerCall(page, '/v1/payout/history', {
    content: [
      { ...payout, id: 3, status: 'SUCCESS', txId: '0xabc' },
      { ...payout, id: 2, status: 'SUCCESS', txId: '0xdef', to: 'OTHER' },
      { ...payout, id: 1, status: 'REJECTED', txId: null },
    ],
    number: 0,
    totalPages: 2,
  })
  await page.goto('/en/transactions/payouts')
  const row = (id: number) =>
    page.getByRole('row').filter({ has: page.getByRole('button', { name: `Payout ${id}` }) })
  await expect(row(3).getByRole('link')).toHaveAttribute('href', 'https://chain.example/0xabc')
  await expect(row(3).getByText('Sent')).toBeVisible()
  await expect(row(2).getByRole('link')).toHaveCount(0)
  await expect(row(2)).toContainText('0xdef')
  await expect(row(1).getByText('Rejected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible()

  const asks = async (act: () => Promise<unknown>) => {
    const waiting = page.waitForRequest((call) => call.url().includes('/v1/payout/history?'))
    await act()
    return Object.fromEntries(new URL((await waiting).url()).searchParams)
  }
  for (const [name, status] of [
    ['Sent', 'SUCCESS'],
    ['Pending', 'PENDING'],
    ['Rejected', 'REJECTED'],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true })
    expect(await asks(() => button.click())).toMatchObject({ status, page: '0' })
  }
  expect(await asks(() => typeDate(dateField(page, 'From'), '2026-01-02'))).toMatchObject({
    dateFrom: '2026-01-02',
  })
  const filtered = { dateFrom: '2026-01-02', dateTo: '2026-02-03', status: 'REJECTED' }
  expect(await asks(() => typeDate(dateField(page, 'To'), '2026-02-03'))).toMatchObject(filtered)
  expect(await asks(() => page.reload())).toMatchObject(filtered)
  await expectDate(dateField(page, 'To'), '2026-02-03')
  await page.setViewportSize({ width: 400, height: 800 })
  const sorted = await asks(() => page.getByLabel('Sort by').selectOption('createdAt|asc'))
  expect(sorted).toMatchObject({ sort: 'createdAt|asc' })
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await failCall(page, '/v1/payout/history', 'down')
  await page.goto('/en/transactions/payouts')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('on a phone the options come first, and step 2 opens at its top', async ({ page, signIn }) => {
  await signIn(RICH)
  await answerCall(page, '/v1/payout/standing', {
    pending: 3,
    maxPending: 3,
    isLocked: false,
    isStopped: false,
    waitsUntil: null,
    addresses: [],
    passwordChangedAt: null,
    authenticatorChangedAt: null,
    holdHours: 0,
    held: [],
    waiting: [],
    checkedAt: Date.now(),
  })
  await page.setViewportSize({ width: 400, height: 800 })
  await page.goto(PAYOUT)
  await expect(upt(page)).toBeInViewport()
  await upt(page).check()
  await expect(page.getByText('3 of 3 payouts pending')).toBeVisible()
  await expect(page.getByText('5 checks passed')).toBeVisible()
  await expect(page.getByText('Payouts are open')).toBeHidden()
  await expectAccessible(page)
  await page.getByText('5 checks passed').click()
  await expect(page.getByText('Payouts are open')).toBeVisible()
  await next(page).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Amount' })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('CFG-008 D-035 without button.payout there is no way to a new payout', async ({
  page,
  signIn,
}) => {
  await signIn(RICH)
  const newPayout = page.getByRole('main').getByRole('link', { name: 'New payout' })
  for (const [flag, links] of [
    ['TRUE', 1],
    ['FALSE', 0],
  ] as const) {
    await configure(page, { 'button.payout': flag })
    for (const address of ['/en/dashboard', '/en/transactions/payouts']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(newPayout).toHaveCount(links)
    }
  }
  await page.goto(PAYOUT)
  await upt(page).check()
  await expect(next(page)).toBeDisabled()
  await expect(next(page)).toHaveAccessibleDescription(/^Payouts are closed for now/)
})
