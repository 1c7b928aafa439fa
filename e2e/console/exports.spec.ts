import { readFile } from 'node:fs/promises'

import { expectAsWritten as expect, test } from '../fixtures.ts'
import { consoleAddress, giveConsole, makeOperator } from './operator.ts'

const LISTS = [
  { name: 'operators', path: '/operators?hide=lastSignInAt', head: 'email,roles,state,addedAt' },
  {
    name: 'proposals',
    path: '/proposals?hide=decidedBy',
    head: 'id,kind,objectName,proposer,state,at,expiresAt',
  },
  {
    name: 'news',
    path: '/config?tab=news',
    head: 'id,language,state,publishedAt,title,category',
  },
]

test('EXP-004 operators, proposals and news are exported with the columns that are shown', async ({
  page,
  context,
}) => {
  const operator = await makeOperator(['admin'])
  await giveConsole(context, operator)
  for (const { name, path, head } of LISTS) {
    await page.goto(consoleAddress(path))
    await expect(page.locator('tbody').first()).not.toHaveAttribute('aria-busy')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const text = await readFile(await (await saved).path(), 'utf8')
    expect(text.split(/\r?\n/)[0]).toBe(`\uFEFF${head}`)
    if (name === 'operators') expect(text).toContain(`${operator.email},admin,active,`)
  }
})
