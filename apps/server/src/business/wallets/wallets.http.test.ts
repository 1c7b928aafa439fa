import { expect, test } from 'vitest'

import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { runOffice } from '../../testing/run-office.ts'
import { setWallet } from './set-wallet.ts'

onPostgres('wallets', (newDatabase) => {
  test('VER-005 VER-006 a wallet shows its kind, address, assignment and approval by an operator', async () => {
    const service = await PartnersService.open(await newDatabase())
    const { core } = service
    const token = await service.signInAccepted(1)
    const read = () => service.get(token, '/v1/wallet/active')
    expect(await read()).toEqual([])
    expect(await runOffice(core, ['wallets', 'approve', '1'])).toMatchObject({
      exit: 1,
      notes: ['partner 1 has no wallet'],
    })
    const assignedAt = service.clock.now
    const address = 'a'.repeat(26)
    for (const [partnerId, walletType] of [
      [1, 'MAIN'],
      [1, 'FARM'],
      [2, 'MAIN'],
    ] as const) {
      await setWallet(core, partnerId, { walletType, address, moderatorApproved: false })
    }
    const wallet = { address, assignedAt, moderatorApproved: false }
    expect(await read()).toEqual([
      { walletType: 'MAIN', ...wallet },
      { walletType: 'FARM', ...wallet },
    ])
    service.clock.now += 1
    expect(await runOffice(core, ['wallets', 'approve', '1'])).toMatchObject({
      exit: 0,
      out: 'wallets of partner 1 approved: FARM, MAIN\n',
    })
    expect(await read()).toEqual([
      { walletType: 'MAIN', ...wallet, moderatorApproved: true },
      { walletType: 'FARM', ...wallet, moderatorApproved: true },
    ])
    const other = await core.database.read
      .selectFrom('wallets')
      .select('moderatorApproved')
      .where('partnerId', '=', 2)
      .executeTakeFirstOrThrow()
    expect(other.moderatorApproved).toBe(false)
  })
})
