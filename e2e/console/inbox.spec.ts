import { getInbox } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { changeCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { as, officeAddress } from '../http.ts'
import { makePartner, type Partner } from '../partners.ts'
import { giveSession } from '../session-cookie.ts'
import { COULD_NOT } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

let one: Operator
let two: Operator
test.beforeAll(async () => {
  one = await makeOperator(['support'])
  two = await makeOperator(['support'])
})
test.beforeEach(({ context }) => giveConsole(context, one))

/** Sends a ticket as a partner; returns its number. */
async function write({ token }: Partner, comment: string): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ formId: '1', type: '1', comment })) {
    form.set(name, value)
  }
  const answer = await fetch(officeAddress('/v1/support/tickets'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { data } = (await answer.json()) as { data: { id: number } }
  return data.id
}

/** What was written at a ticket: the list beside it has the same texts. */
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

const openTicket = (page: Page, id: number) => page.goto(consoleAddress(`/inbox/${id}`))

test('INB-001 INB-002 INB-003 a ticket is answered, the partner replies in the office, and the reply opens it again', async ({
  page,
  browser,
}) => {
  const partner = await makePartner({ name: 'Grace Hopper' })
  // Longer than its column.
  const id = await write(
    partner,
    'Where is my bonus of May? The order was paid on the last day of April.',
  )
  await page.goto(consoleAddress(`/inbox?partner=${partner.id}&search=bonus`))
  const row = page.getByRole('row', { name: /Grace Hopper/ })
  await expect(row).toContainText('Waits')
  await expectSound(page)
  await row.getByRole('link', { name: /^\d+$/ }).click()
  await expect(messages(page).getByText('Where is my bonus of May?')).toBeVisible()
  await expectSound(page)
  await page.getByRole('textbox', { name: 'Your answer' }).fill('It comes on Monday.')
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByRole('listitem').getByText('It comes on Monday.')).toBeVisible()

  const context = await browser.newContext()
  await giveSession(context, partner.token)
  const own = await context.newPage()
  await own.goto(officeAddress('/en/support'))
  await expect(own.getByText('It comes on Monday.')).toBeVisible()
  await own.getByRole('button', { name: `Reply: Ticket ${id}` }).click()
  await own.getByRole('textbox', { name: 'Your reply' }).fill('It did not come.')
  await own.getByRole('button', { name: 'Send' }).click()
  await expect(own.getByText('Your reply has been sent.')).toBeVisible()
  // The page of the ticket stays open: the reply comes by itself.
  await expect(messages(page).getByText('It did not come.')).toBeVisible({ timeout: 5_000 })
  await expect(page.getByText('Waits').first()).toBeVisible()
  await context.close()
})

test('INB-001 PTR-011 the list stands beside the ticket, and a note for operators stays with them', async ({
  page,
  browser,
}) => {
  const partner = await makePartner({ name: 'Grace Hopper' })
  const first = await write(partner, 'Where is my bonus of June?')
  const second = await write(partner, 'And where is that of July?')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(consoleAddress(`/inbox?partner=${partner.id}`))
  await page
    .getByRole('table')
    .getByRole('link', { name: String(first), exact: true })
    .click()
  const pane = page.getByRole('navigation', { name: 'Inbox' })
  await expect(pane.getByRole('listitem')).toHaveCount(2)
  await expect(pane.getByRole('link', { name: /June/ })).toHaveAttribute('aria-current', 'page')
  await expectSound(page)
  // A narrow look at the page has no list beside the ticket.
  await expect(pane.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(pane.getByRole('link', { name: /July/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Ticket ${second}` })).toBeVisible()
  await expect(pane.getByRole('link', { name: /July/ })).toHaveAttribute('aria-current', 'page')

  await page.getByRole('button', { name: 'Note for operators' }).click()
  await page.getByRole('textbox', { name: 'Your note' }).fill('A canary: ask finance.')
  await page.getByRole('button', { name: 'Save the note' }).click()
  await expect(page.getByRole('listitem').getByText('A canary: ask finance.')).toBeVisible()
  await expectSound(page)
  await page.setViewportSize({ width: 800, height: 900 })
  await expect(pane).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('main').getByRole('link', { name: 'Inbox', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/inbox\\?partner=${partner.id}$`))
  await page.goto(consoleAddress(`/partners/${partner.id}?tab=notes`))
  await expect(page.getByRole('row', { name: /ask finance/ })).toContainText(`Ticket ${second}`)

  const context = await browser.newContext()
  await giveSession(context, partner.token)
  const own = await context.newPage()
  await own.goto(officeAddress('/en/support'))
  await expect(own.getByText('And where is that of July?')).toBeVisible()
  await expect(own.getByText('canary')).toHaveCount(0)
  await context.close()
})

test('INB-004 of two operators the second one sees who has the ticket, and takes it over', async ({
  page,
  browser,
}) => {
  const id = await write(await makePartner({ name: 'Grace Hopper' }), 'Why?')
  const context = await browser.newContext()
  await giveConsole(context, two)
  const other = await context.newPage()
  await openTicket(other, id)
  await expect(other.getByRole('button', { name: 'Take', exact: true })).toBeVisible()
  await openTicket(page, id)
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Hand back' })).toBeVisible()
  await other.getByRole('textbox', { name: 'Your answer' }).fill('So.')
  await other.getByRole('button', { name: 'Send the answer' }).click()
  await expect(other.getByText('The answer was not stored.')).toBeVisible()
  await expect(other.getByRole('listitem').getByText(one.email)).toBeVisible()
  await other.getByRole('button', { name: 'Take over' }).click()
  const dialog = other.getByRole('dialog', { name: 'Take over' })
  await expect(dialog).toContainText(one.email)
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(other.getByRole('button', { name: 'Hand back' })).toBeVisible()
  await context.close()
})

test('INB-005 a template is filled in; an open placeholder stops the sending', async ({ page }) => {
  const id = await write(await makePartner({ name: 'Grace Hopper' }), 'Why?')
  await page.goto(consoleAddress('/inbox/templates'))
  await page.getByRole('button', { name: 'New template' }).click()
  const dialog = page.getByRole('dialog', { name: 'New template' })
  const name = `Greeting ${id}`
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog
    .getByRole('textbox', { name: 'Text' })
    .fill('Dear {firstName}, <b>{amount}</b> for {ticket}.')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name })).toBeVisible()
  await expectSound(page)

  await openTicket(page, id)
  await page.getByRole('combobox', { name: 'Template' }).selectOption(name)
  const answer = page.getByRole('textbox', { name: 'Your answer' })
  await expect(answer).toHaveValue(`Dear Grace, <b>{amount}</b> for ${id}.`)
  const sending = page.getByRole('button', { name: 'Send the answer' })
  await expect(sending).toHaveAccessibleDescription(/\{amount\}/)
  await page.getByRole('textbox', { name: 'Amount for {amount}' }).fill('5 EUR')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(answer).toHaveValue(`Dear Grace, <b>5 EUR</b> for ${id}.`)
  await sending.click()
  await expect(page.getByText(`Dear Grace, <b>5 EUR</b> for ${id}.`)).toBeVisible()
})

test('INB-007 the partner stands beside the ticket, and an adjustment begins there', async ({
  page,
}) => {
  const partner = await makePartner({
    name: 'Grace Hopper',
    legs: [{ turnover: '100' }],
    active: true,
  })
  const id = await write(partner, 'Why?')
  const other = await write(partner, 'And why that?')
  await openTicket(page, id)
  const box = page.getByRole('region', { name: 'The partner now' })
  await expect(box.getByText('UPT').first()).toBeVisible()
  await expect(box.getByRole('link', { name: `Ticket ${other}` })).toBeVisible()
  await box.getByRole('link', { name: 'Start an adjustment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New adjustment' })
  await expect(dialog.getByRole('textbox', { name: 'Number of the partner' })).toHaveValue(
    String(partner.id),
  )
})

test('INB-001 INB-007 a dispute is started from a ticket, and stands in the inbox beside it', async ({
  page,
}) => {
  const partner = await makePartner({
    name: 'Grace Hopper',
    legs: [{ turnover: '100' }],
    active: true,
  })
  const { content } = (await as(partner)(
    'GET',
    officeAddress('/v1/bonus/history?bonusTypes=DIRECT'),
  )) as { content: { id: number }[] }
  const id = await write(partner, 'My bonus of this order is too low.')
  await openTicket(page, id)
  await page.getByRole('button', { name: 'Start a dispute' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start a dispute' })
  await expectSound(page)
  const start = dialog.getByRole('button', { name: 'Start a dispute' })
  await dialog.getByRole('textbox', { name: 'Number of the line' }).fill('999999999')
  await start.click()
  await expect(dialog.getByText('The dispute was not opened.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Number of the line' }).fill(String(content[0]!.id))
  await start.click()
  const link = page.getByRole('link', { name: /^Dispute \d+$/ })
  await expect(link).toBeVisible()
  const number = (await link.textContent())!.replace('Dispute ', '')
  await page.goto(consoleAddress(`/inbox?partner=${partner.id}`))
  const table = page.getByRole('table', { name: 'Inbox' })
  await expect(table.getByRole('row', { name: /Ticket .*too low/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /Dispute .*too low/ })).toBeVisible()
  await expectSound(page)
  await page.goto(consoleAddress(`/inbox?partner=${partner.id}&kind=dispute`))
  await table.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Dispute ${number}` })).toBeVisible()
  await expect(
    page.getByRole('paragraph').getByText('My bonus of this order is too low.'),
  ).toBeVisible()
})

test('INB-009 a ticket is closed with a reason', async ({ page }) => {
  const id = await write(await makePartner({ name: 'Grace Hopper' }), 'Why?')
  await openTicket(page, id)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Close without an answer' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('solved by telephone')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByText('solved by telephone')).toBeVisible()
})

test('INB-008 with a help desk the inbox is read-only and says so', async ({ page }) => {
  const id = await write(await makePartner({ name: 'Grace Hopper' }), 'Why?')
  // The setting is one of the whole installation, in which other tests answer tickets.
  await changeCall<object>(page, getInbox.path, (list) => ({ ...list, helpDesk: true }))
  await changeCall<object>(page, `/console/v1/inbox/${id}`, (ticket) => ({
    ...ticket,
    helpDesk: true,
  }))
  await page.goto(consoleAddress('/inbox'))
  await expect(page.getByText(/^A help desk answers tickets/)).toBeVisible()
  await openTicket(page, id)
  await expect(page.getByText(/^A help desk answers tickets/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the answer' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Take', exact: true })).toHaveCount(0)
})

test('SCR-001 SCR-002 inbox: loading, none, error', async ({ page }) => {
  const arrive = await slowCall(page, getInbox.path)
  await page.goto(consoleAddress('/inbox?partner=999999999'))
  await expectSound(page)
  await arrive()
  await expect(page.getByText('No tickets and no disputes.')).toBeVisible()
  await expectSound(page)
  await failCall(page, getInbox.path, { code: 'internal_server_error', status: 500 })
  await page.reload()
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectSound(page)
})
