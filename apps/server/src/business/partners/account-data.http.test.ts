import { expect, test } from 'vitest'

import { setAuthenticator } from '../../passport/accounts/accounts.ts'
import { textOf } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { PASSWORD, TestIdentity } from '../../testing/identity.ts'
import { erasePartner } from './erase-partner.ts'
import { exportPartner } from './export-partner.ts'

const SECRET = 'GEZDGNBVGY3TQOJQ'
const NOTHING = { sessions: [], authenticators: [], devices: [], verifications: [] }

onPostgres('the data of an account', (newDatabase) => {
  test('is exported with its dates and without secrets; erasing removes all of it', async () => {
    const identity = await TestIdentity.open(await newDatabase())
    const { core, clock } = identity
    const token = await identity.signIn()
    await core.database.transaction((tx) => setAuthenticator(core, tx, 1, SECRET))
    const held = async (id: number) => textOf(exportPartner(core, id))

    const text = await held(1)
    expect(JSON.parse(text)).toMatchObject({
      account: { email: 'one@example.com', hasPassword: true },
      sessions: [{ application: 'partner', openedAt: clock.now, lastUsedAt: clock.now }],
      authenticators: [{ confirmedAt: clock.now }],
      devices: [{ knownAt: clock.now, lastUsedAt: clock.now }],
      verifications: [],
    })
    for (const hidden of [token, SECRET, PASSWORD, 'hash', 'sealed', '"type":"Buffer"']) {
      expect(text).not.toContain(hidden)
    }
    expect(JSON.parse(await held(2))).toMatchObject(NOTHING)

    await erasePartner(core, 1)
    expect(JSON.parse(await held(1))).toMatchObject(NOTHING)
  })
})
