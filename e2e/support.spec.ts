import { truncateSync, writeFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { samplePdf } from '../apps/server/src/testing/sample-files.ts'
import { failCall, slowCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { office } from './operators.ts'
import { recordForms } from './sent-forms.ts'
import { giveSession } from './session-cookie.ts'
import { expectUsable } from './usable.ts'

const PATH = '/v1/support/tickets'
const FORMS = [
  'General question',
  'Account and login',
  'Bonus question',
  'Payout question',
  'Other problem',
]
const head = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) })
const formOf = (page: Page, name: string) => page.getByRole('form', { name })
const PDF_BYTES = samplePdf().length
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: samplePdf() })

async function openForm(page: Page, name: string) {
  await page.goto('/en/support')
  await head(page, name).click()
  const form = formOf(page, name)
  return {
    form,
    comment: form.getByRole('textbox', { name: 'What happened' }),
    files: form.getByLabel('Attach files'),
    send: form.getByRole('button', { name: /^(Send|Sending)$/ }),
  }
}

test('RTE-022 SUP-001 SUP-003 SUP-008 SUP-009 five forms, one open at a time, which say what is missing', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/en/support')
  for (const name of FORMS) {
    await head(page, name).click()
    await expect(page.getByRole('form')).toHaveCount(1)
    const form = formOf(page, name)
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByRole('textbox', { name: 'What happened' })).toHaveAccessibleDescription(
      /Please fill this in\./,
    )
  }
  await head(page, 'Account and login').click()
  const access = formOf(page, 'Account and login')
  await access.getByRole('button', { name: 'Send' }).click()
  const email = access.getByRole('textbox', { name: 'Your email address' })
  await expect(email).toHaveAccessibleDescription('Please fill this in.')
  await email.fill('nobody')
  await access.getByRole('textbox', { name: 'What happened' }).fill('I moved.')
  await access.getByRole('button', { name: 'Send' }).click()
  await expect(email).toHaveAccessibleDescription('This is not an email address.')
  await expectUsable(page)
})

test('SUP-004 SUP-005 SUP-006 SUP-014 SUP-015 SUP-016 SUP-017 SUP-018 tickets are sent, thanked for and listed', async ({
  page,
  signIn,
}) => {
  const partner = await signIn()
  const sentForms = await recordForms(page)
  const { form, comment, files, send } = await openForm(page, 'Bonus question')
  await form.getByRole('combobox', { name: 'Bonus' }).selectOption('unilevel_bonus')
  await comment.fill('Order 88214 has no bonus.')
  await page.reload()
  await expect(comment).toHaveValue('Order 88214 has no bonus.')
  await files.setInputFiles([pdf('order.pdf'), pdf('other.pdf')])
  await form.getByRole('button', { name: 'Remove other.pdf' }).click()
  const release = await slowCall(page, PATH)
  const asked = page.waitForRequest(`**${PATH}`)
  await send.click()
  await expect(form.getByRole('button', { name: 'Sending' })).toBeDisabled()
  await expect(form.getByRole('img', { name: '0% sent' })).toBeVisible()
  const request = await asked
  await release()
  const thanks = page.getByRole('dialog', { name: 'Thank you' })
  await thanks.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Order 88214' })).toContainText(
    'Received',
  )
  expect(request.method()).toBe('POST')
  expect(request.headers()['content-type']).toContain('multipart/form-data')
  expect((await sentForms()).at(-1)).toEqual([
    { name: 'formId', value: '3' },
    { name: 'type', value: '3' },
    { name: 'bonusType', value: 'unilevel_bonus' },
    { name: 'comment', value: 'Order 88214 has no bonus.' },
    { name: 'files', file: { name: 'order.pdf', type: 'application/pdf', size: PDF_BYTES } },
  ])

  const general = await openForm(page, 'Account and login')
  await general.form.getByRole('textbox', { name: 'Your email' }).fill('new@example.com')
  await general.comment.fill('My address has changed.')
  await general.send.click()
  await expect(thanks).toBeVisible()
  expect((await sentForms()).at(-1)).toEqual([
    { name: 'formId', value: '2' },
    { name: 'type', value: '2' },
    { name: 'email', value: 'new@example.com' },
    { name: 'comment', value: 'My address has changed.' },
  ])
  const listed = String(await office('tickets list'))
  expect(listed).toMatch(new RegExp(`\\t${partner.id}\\tbonuses unilevel_bonus\\treceived\\t`))
})

test('SUP-010 SUP-011 SUP-012 SUP-013 files that the server would refuse are not taken', async ({
  page,
  signIn,
}, info) => {
  await signIn()
  const { form, files } = await openForm(page, 'General question')
  const problem = form.getByRole('alert')
  await files.setInputFiles([{ ...pdf('page.html'), mimeType: 'text/html' }])
  await expect(problem).toContainText('page.html is not a PDF')
  // The browser reads large files itself.
  const onDisk = (name: string, bytes: number): string => {
    const path = info.outputPath(name)
    writeFileSync(path, samplePdf())
    truncateSync(path, bytes)
    return path
  }
  await files.setInputFiles([onDisk('large.pdf', 15_000_000)])
  await expect(problem).toContainText('large.pdf is too large')
  await files.setInputFiles([onDisk('fits.pdf', 14_999_999)])
  await expect(problem).toHaveCount(0)
  await files.setInputFiles([pdf('FITS.pdf')])
  await expect(problem).toContainText('there already is a file of this name')
  await files.setInputFiles(['a.png', 'b.jpeg', 'c.bmp', 'd.tiff'].map((name) => pdf(name)))
  await expect(form.getByText('5 of 5 files')).toBeVisible()
  await files.setInputFiles([pdf('sixth.pdf')])
  await expect(problem).toContainText('at most 5 files')
  await expect(form.getByText('5 of 5 files')).toBeVisible()
})

test('SUP-019 a failing ticket shows the localized error, and nothing typed is lost', async ({
  page,
  context,
  signIn,
}) => {
  const partner = await signIn({ language: 'en' })
  const { form, comment, send } = await openForm(page, 'Payout question')
  await comment.fill('Where is it?')
  const refused = await failCall(page, PATH, { code: 'zendesk_client_error' })
  await send.click()
  await expect(form.getByRole('alert')).toContainText('The help desk')
  await refused()
  const down = await failCall(page, PATH, 'down')
  await send.click()
  await expect(form.getByRole('alert')).toContainText('The server could not answer.')
  await down()
  await expect(comment).toHaveValue('Where is it?')

  // A draft outlives a reload after too many calls, and a session that ended.
  for (const fault of [
    { code: 'too_many_requests', status: 429, retryAfter: 1 },
    { code: 'invalid_token', status: 401 },
  ] as const) {
    const failed = await failCall(page, PATH, fault)
    const answered = page.waitForResponse(`**${PATH}`)
    await send.click()
    await answered
    await failed()
    await giveSession(context, partner.token)
    await page.goto('/en/support')
    await expect(comment).toHaveValue('Where is it?')
  }
})
