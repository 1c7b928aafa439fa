import { expect, test } from 'vitest'

import { openEmbedded } from '../testing/databases.ts'
import { linkToken, OperatorsDesk } from '../testing/operators-desk.ts'
import { inviteDemoOperators } from './demo-operators.ts'

test('D-154 the demo invites two operators with all roles, who sign in by links; a later start invites only who has not', async () => {
  const database = await openEmbedded()
  const desk = await OperatorsDesk.open(database)
  const [first, second, ...others] = await inviteDemoOperators(desk.core)
  expect(others).toEqual([])
  expect(first!.email).toBe('operator@example.com')
  const token = linkToken(first!.link)
  await desk.welcome('operator@example.com', token)
  const again = await inviteDemoOperators(desk.core)
  expect(again.map(({ email }) => email)).toEqual(['second@example.com'])
  const old = await desk.call('GET', `welcome/${linkToken(second!.link)}`)
  expect(old.code).toBe('not_found')
  const browser = await desk.welcome('second@example.com', linkToken(again[0]!.link))
  const { data } = await desk.as(browser, 'GET', 'me')
  expect(data.operator.roles).toEqual(['viewer', 'support', 'finance', 'plan', 'admin'])
  expect(await inviteDemoOperators(desk.core)).toEqual([])
  await database.close()
})

test('D-154 a database that has operators gets none of the demo', async () => {
  const database = await openEmbedded()
  const desk = await OperatorsDesk.open(database)
  await desk.operator('own@example.com', 'admin')
  expect(await inviteDemoOperators(desk.core)).toEqual([])
  expect((await desk.run('operator list')).out).not.toContain('example.com\tviewer')
  await database.close()
})
