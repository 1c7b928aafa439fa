import { postOperatorLock } from '@partner-office/contracts'

import { failCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { latestMail } from '../mail.ts'
import { consoleAddress, giveConsole, idOf, makeOperator } from './operator.ts'

test('OPR-014 when the service asks for a fresh second factor, the page does, and the same act goes on', async ({
  page,
  context,
}) => {
  const admin = await makeOperator(['admin'])
  const target = await makeOperator(['viewer'])
  const id = await idOf(target)
  await giveConsole(context, admin)
  await page.goto(consoleAddress(`/operators?open=${id}`))
  const panel = page.getByRole('complementary', { name: target.email })
  // Only the first answer is made up; the real clock would need 15 minutes. The confirmation and the act are the service's.
  const path = postOperatorLock.path.replace(':id', String(id))
  const mend = await failCall(page, path, { code: 'fresh_sign_in_required' })
  await panel.getByRole('button', { name: 'Lock', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
  const fresh = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(fresh).toBeVisible()
  await mend()
  await fresh.getByLabel('Code of the authenticator').fill(await admin.authenticator.nextCode())
  await expect(page.getByText('The operator was locked')).toBeVisible()
  await expect(panel.getByText('Locked').first()).toBeVisible()
})

test('OPR-017 a reset removes the factors and mails a new link, which the console never shows', async ({
  page,
  context,
}) => {
  const admin = await makeOperator(['admin'])
  const target = await makeOperator(['viewer'])
  await giveConsole(context, admin)
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/console/v1/')) answers.push(response.text().catch(() => ''))
  })
  await page.goto(consoleAddress(`/operators?open=${await idOf(target)}`))
  const panel = page.getByRole('complementary', { name: target.email })
  await panel.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText('The operator was reset')).toBeVisible()
  await expect(panel.getByText('Invited').first()).toBeVisible()
  const letter = await latestMail(target.email)
  const link = letter.links.find((each) => each.includes('/console/welcome/'))
  const [, token = ''] = /welcome\/([\w-]{43})/.exec(link ?? '') ?? []
  expect(token).not.toBe('')
  expect(await page.content()).not.toContain(token)
  expect((await Promise.all(answers)).join('\n')).not.toContain(token)
  // The old session ended, and the account has no factor: the link asks for a password and makes a new authenticator.
  await giveConsole(context, target)
  await page.goto(consoleAddress('/me'))
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await page.goto(consoleAddress(`/welcome/${token}`))
  await page.getByLabel('New password', { exact: true }).fill(target.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
})

for (const { cut, reaches, says } of [
  { cut: 'before', reaches: false, says: 'The operator was not locked.' },
  { cut: 'after', reaches: true, says: 'The operator was locked' },
]) {
  test(`SCR-008 a lock whose connection is cut ${cut} the commit is looked up, and sent once`, async ({
    page,
    context,
  }) => {
    const target = await makeOperator(['viewer'])
    const id = await idOf(target)
    await giveConsole(context, await makeOperator(['admin']))
    await page.goto(consoleAddress(`/operators?open=${id}`))
    let sent = 0
    const path = postOperatorLock.path.replace(':id', String(id))
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        sent += 1
        if (reaches) await route.fetch()
        await route.abort('connectionreset')
      },
    )
    const panel = page.getByRole('complementary', { name: target.email })
    await panel.getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(page.getByText(says).first()).toBeVisible()
    expect(sent).toBe(1)
    await page.reload()
    await expect(panel.getByText(reaches ? 'Locked' : 'Active').first()).toBeVisible()
  })
}
