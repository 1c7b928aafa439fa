import {
  getDataRequests,
  getPartnerNotes,
  getPartnerPast,
  PAST_KINDS,
  type Proposed,
} from '@partner-office/contracts'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'

import { failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { as, officeAddress, passportAddress } from '../http.ts'
import { office } from '../operators.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { makePartner, type Partner } from '../partners.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

const REASON = 'the partner has asked for it'
const SOURCE = { from: 'UCHAIN_UPT_BONUS', to: 'UPT_XRC10_WHITE' }
const LEG = { turnover: '50000.00' } as const
const BUSY = {
  name: 'Grace Hopper',
  active: true,
  verified: true,
  twoFactor: true,
  legs: [
    { name: 'Ada Byron', ...LEG },
    { name: 'Lise Meitner', ...LEG },
    { name: 'Emmy Noether', ...LEG },
  ],
} as const

let support: Operator
let finance: Operator
let admin: Operator
let partner: Partner
test.beforeAll(async () => {
  support = await makeOperator(['support'])
  finance = await makeOperator(['finance'])
  admin = await makeOperator(['finance', 'admin'])
  partner = await makePartner(BUSY)
})
test.beforeEach(({ context }) => giveConsole(context, support))

type Answer = { readonly id: number; readonly version: number; readonly content: { id: number }[] }

/** Calls the console as an operator. */
async function operate({ cookie, token }: Operator, method: string, path: string, body?: object) {
  const address = consoleAddress(`/v1/${path}`)
  const answer = await fetch(address, {
    method,
    headers: {
      cookie: `${cookie.name}=${cookie.value}`,
      origin: new URL(address).origin,
      'x-console-token': token,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { data, errors } = (await answer.json()) as { data: Answer; errors: object[] }
  expect(errors).toEqual([])
  return data
}

const pathOf = (path: string): string => path.replace(':id', String(partner.id))

const openTab = (page: Page, tab: string, more = '') =>
  page.goto(consoleAddress(`/partners/${partner.id}?tab=${tab}${more}`))

/** Requests and confirms a payout as the partner; returns its number. */
async function pay(of: Partner): Promise<number> {
  const call = as(of)
  const address = `0x${String(of.id).padStart(8, '7')}5be04d8863aa10f7c2e95b7d4410de8f`
  await call('POST', officeAddress('/v1/payout/init'), { ...SOURCE, address, amount: '100' })
  const paid = { code: await of.authenticator!.nextCode(), from: SOURCE.from }
  const { id } = (await call('POST', officeAddress('/v1/payout/confirm'), paid)) as { id: number }
  return id
}

/** Makes something of every source of the time line. */
async function makePast(): Promise<void> {
  const call = as(partner)
  const { content } = await operate(support, 'GET', `orders?partner=${partner.id}`)
  await office(`cancel order ${content[0]!.id} --reason returned`)
  await office(`partner block ${partner.id} --reason asked`)
  await office(`partner unblock ${partner.id} --reason asked`)
  const id = await pay(partner)
  await office(`payouts reject ${id} --reason wrong`)
  const history = (await call('GET', officeAddress('/v1/bonus/history?bonusTypes=DIRECT'))) as {
    content: { id: number; recordId: number }[]
  }
  const asked = { recordId: history.content[0]!.recordId, text: 'Why is this amount so low?' }
  await call('POST', officeAddress('/v1/disputes'), asked)
  await sendTicket()
  await adjust()
}

async function sendTicket(): Promise<void> {
  const body = new FormData()
  const fields = { formId: '1', type: '1', comment: 'Help' }
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const headers = { authorization: `Bearer ${partner.token}` }
  const address = officeAddress('/v1/support/tickets')
  const answer = await fetch(address, { method: 'POST', headers, body })
  expect(((await answer.json()) as { state: string }).state).toBe('success')
}

/** An adjustment that two operators agree to. */
async function adjust(): Promise<void> {
  const line = { partnerId: partner.id, account: 'CASH', direction: 'credit', amount: '1.00' }
  const lines = [{ ...line, kind: 'goodwill', reason: 'for your patience' }]
  const asked = { kind: 'adjustment', object: 'partner', values: { lines, mayGoNegative: false } }
  const proposed = asked as Proposed
  const { id, version } = await operate(finance, 'POST', 'proposals', {
    ...proposed,
    reason: REASON,
  })
  await operate(admin, 'POST', `proposals/${id}/approve`, { version })
}

test('PTR-019 what happened has every source, and each entry leads to its page', async ({
  page,
}) => {
  await makePast()
  await openTab(page, 'past')
  const table = page.getByRole('table', { name: 'What happened' })
  const names: Record<(typeof PAST_KINDS)[number], RegExp> = {
    REGISTRATION: /^Registration/,
    ORDER: /^Order \d/,
    CANCELLATION: /^Cancellation of order/,
    RANK: /^Rank reached/,
    CREDITS: /^Credits of the day/,
    PAYOUT: /^Request of payout/,
    PAYOUT_END: /^End of payout/,
    BLOCK: /^Block/,
    DOCUMENT: /^Document/,
    TICKET: /^Ticket/,
    DISPUTE: /^Dispute/,
    ADJUSTMENT: /^Adjustment/,
    SIGN_IN: /^Sign-in/,
  }
  for (const name of Object.values(names)) {
    await expect(table.getByRole('link', { name }).first()).toBeVisible()
  }
  await expectSound(page)
  await page.getByRole('button', { name: 'What happened' }).click()
  await page.getByRole('button', { name: 'Dispute' }).click()
  await expect(page).toHaveURL(/kind=DISPUTE/)
  await expect(table.getByRole('link')).toHaveCount(1)
  await table.getByRole('link', { name: names.DISPUTE }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Dispute \d/ })).toBeVisible()
})

test('PTR-020 what changed between two days, with the largest orders and what counted of each leg', async ({
  page,
}) => {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const [from, to] = [day(Date.now() - 3 * 86_400_000), day(Date.now())]
  await openTab(page, 'changes')
  await page.getByLabel('From the end of').fill(from)
  await page.getByLabel('To the end of').fill(to)
  await page.getByRole('button', { name: 'Show what changed' }).click()
  const sums = page.getByRole('table', { name: 'What changed' })
  await expect(sums.getByRole('row', { name: /^Team turnover/ })).toContainText('150,000.00 EUR')
  await expect(page.getByRole('table', { name: 'Team turnover: orders' })).toContainText(
    'Ada Byron',
  )
  const legs = page.getByRole('table', { name: 'What counted of each leg' })
  await expect(legs.getByRole('row')).toHaveCount(4)
  await expectSound(page)
})

test('PTR-011 a note is written, and struck out with a reason', async ({ page }) => {
  await openTab(page, 'notes')
  await page.getByRole('textbox', { name: 'Note' }).fill('Asked twice about the cap of leg 2.')
  await page.getByRole('button', { name: 'Save the note' }).click()
  const row = page.getByRole('row', { name: /Asked twice/ })
  await expect(row).toContainText(support.email)
  await expectSound(page)
  await row.getByRole('button', { name: /^Strike out/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(REASON)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Strike out' }).click()
  await expect(row.locator('del')).toHaveText('Asked twice about the cap of leg 2.')
  await expect(row).toContainText(REASON)
})

test('PTR-012 PTR-013 a request is ended by the export; an erasure is proposed after each balance is confirmed', async ({
  page,
}) => {
  const own = await makePartner({
    name: 'Sofia Lang',
    active: true,
    legs: [{ name: 'Nils Aker', turnover: '100.00' }],
  })
  for (const kind of ['EXPORT', 'ERASURE']) {
    await as(own)('POST', passportAddress('/v1/data-requests'), { kind })
  }
  await page.goto(consoleAddress('/data-requests'))
  const asks = page.getByRole('row', { name: /Sofia Lang/ })
  await expect(asks).toHaveCount(2)
  await expectSound(page)
  await asks.getByRole('button', { name: /^Export personal data/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export personal data' })
  await dialog.getByRole('textbox').fill(REASON)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export personal data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`partner-${own.id}.json`)
  const held = JSON.parse(readFileSync(await file.path(), 'utf8')) as { partner: object }
  expect(held.partner).toMatchObject({ firstName: 'Sofia', lastName: 'Lang' })
  await expect(asks).toHaveCount(1)

  await asks.getByRole('button', { name: /^Erase personal data/ }).click()
  const erase = page.getByRole('dialog', { name: 'Erase personal data' })
  await erase.getByRole('checkbox').first().check()
  await expectAccessible(page)
  for (const box of await erase.getByRole('checkbox').all()) await box.check()
  await erase.getByRole('button', { name: 'Show what is erased' }).click()
  const proposing = page.getByRole('dialog', { name: 'Erase the personal data of Sofia Lang' })
  await expect(proposing.getByText('Erased Partner')).toBeVisible()
  await expectSound(page)
  await proposing.getByRole('textbox').fill(REASON)
  await proposing.getByRole('button', { name: 'Propose' }).click()
  await expect(proposing).toBeHidden()
})

test('PTR-008 the mail of a payout is sent again', async ({ page }) => {
  const own = await makePartner(BUSY)
  const id = await pay(own)
  await page.goto(consoleAddress(`/partners/${own.id}?tab=payouts`))
  await page.getByRole('button', { name: `Send the mail about payout ${id} again` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(REASON)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('The mail is on its way.')).toBeVisible()
})

test('SCR-001 SCR-002 notes, past and data requests: loading, none and error', async ({ page }) => {
  const arrive = await slowCall(page, pathOf(getPartnerPast.path))
  await openTab(page, 'past')
  await expect(page.locator('table[aria-busy]').first()).toBeVisible()
  await expectAccessible(page)
  await arrive()
  const fresh = await makePartner({ name: 'Nils Aker' })
  await page.goto(consoleAddress(`/partners/${fresh.id}?tab=past&kind=TICKET`))
  await expect(page.getByText('Nothing of this kind has happened.')).toBeVisible()
  for (const { path, open } of [
    { path: pathOf(getPartnerNotes.path), open: () => openTab(page, 'notes') },
    { path: pathOf(getPartnerPast.path), open: () => openTab(page, 'past') },
    { path: getDataRequests.path, open: () => page.goto(consoleAddress('/data-requests')) },
  ]) {
    const stop = await failCall(page, path, 'down')
    await open()
    await expect(page.getByText(COULD_NOT).first()).toBeVisible()
    await expectAccessible(page)
    await stop()
  }
})
