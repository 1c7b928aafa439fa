import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { audited } from '../audit/audit-log.ts'
import { setWallet } from '../wallets/set-wallet.ts'
import { onPostgres } from '../../testing/databases.ts'
import { TestIdentity } from '../../testing/identity.ts'
import { sealHistorySettled } from '../../testing/seal-settled.ts'
import { verifyAll } from '../../verify/verify-all.ts'

const PERSONAL = {
  firstName: 'Zephyrine',
  lastName: "O'Quandary",
  email: 'zephyrine@quandary.example',
  phone: '+49 151 5550123',
  address1: '17 Larkspur Lane',
  telegram: '@zephyq',
}
/** Texts that no table may hold after the erasure. No other partner has this first name. */
const WORDS = ['Zephyrine', 'Quandary', 'quandary', '5550123', 'Larkspur', 'zephyq']

onPostgres('an erasure', (newDatabase) => {
  test('leaves the name, addresses and numbers of the partner nowhere in the database, and all chains whole', async () => {
    const identity = await TestIdentity.open(await newDatabase())
    const { core } = identity
    const fullName = `${PERSONAL.firstName} ${PERSONAL.lastName}`
    await core.database.read.updateTable('partners').set(PERSONAL).where('id', '=', 2).execute()
    await core.database.read
      .updateTable('passport.accounts')
      .set({ email: PERSONAL.email })
      .where('userId', '=', 2)
      .execute()
    const token = await identity.signIn({ email: PERSONAL.email })
    await identity.as(token, 'POST', '/v1/email', { email: 'other@quandary.example' })
    const entry = {
      actor: 'ann',
      command: 'keys renew',
      details: () => ({ reason: `as ${fullName} asked` }),
    }
    await audited(core, entry, async () => {})
    await setWallet(core, 2, {
      walletType: 'MAIN',
      address: 'a'.repeat(30),
      moderatorApproved: true,
    })
    await identity.operate('PUT', '/internal/v1/verifications/2/ADDRESS', {
      status: 'REJECTED',
      reason: `no bill of ${PERSONAL.address1}`,
    })
    await sealHistorySettled(core.database.read, core.clock())
    expect(await found(identity)).not.toEqual([])

    const erased = await identity.officeWords([
      'partner',
      'erase',
      '2',
      '--reason',
      `asked by ${fullName}, Berlin`,
    ])
    expect(erased.exit).toBe(0)
    expect(await found(identity)).toEqual([])
    await sealHistorySettled(core.database.read, core.clock())
    expect((await verifyAll(core)).differences).toEqual([])

    // Who did what stays, and what was erased is pinned by the journal.
    const { out } = await identity.office('audit list')
    expect(out).toContain('partner erase')
    await core.database.asOwner((tx) =>
      sql`update audit_log set arguments = arguments || '{"words": "erased", "reason": "erased"}' where command = 'partner erase'`.execute(
        tx,
      ),
    )
    expect((await verifyAll(core)).differences).not.toEqual([])
  })
})

/** The tables whose rows hold a personal word, whatever the column. */
async function found({ core }: TestIdentity): Promise<string[]> {
  return core.database.asOwner(async (tx) => {
    const tables = await sql<{ name: string }>`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'passport') order by 1`.execute(tx)
    const holding: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ text: string }>`
        select r::text as text from ${sql.raw(name)} r`.execute(tx)
      const isFound = rows.some(({ text }) => WORDS.some((word) => text.includes(word)))
      if (isFound) holding.push(name)
    }
    return holding
  })
}
