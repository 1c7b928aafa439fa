import { expectAsWritten as expect, test } from '../fixtures.ts'
import { latestMail } from '../mail.ts'
import { consoleAddress, giveConsole, idOf, makeOperator } from './operator.ts'

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
