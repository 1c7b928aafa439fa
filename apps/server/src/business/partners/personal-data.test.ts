import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readAccount } from '../../passport/accounts/accounts.ts'
import { asUpload, openTestCore, TEST_NOW, textOf } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { ordersText, PARTNER_HEADER } from '../../testing/network-files.ts'
import { samplePdf } from '../../testing/sample-files.ts'
import type { Core } from '../../core/core.ts'
import type { FormPart } from '../../input/form-parts.ts'
import { importOrders } from '../orders/import/import-orders.ts'
import { acceptTerms } from './legals.ts'
import { changeNotificationSettings } from '../notifications/notification-settings.ts'
import { storeAvatar } from '../profile/avatars.ts'
import { sendTicket } from '../support/send-ticket.ts'
import { blockPartner } from './block-partner.ts'
import { erasePartner } from './erase-partner.ts'
import { exportPartner } from './export-partner.ts'
import { importPartners } from './import-partners.ts'
import { unlockPartner } from './unlock-partner.ts'

const PARTNERS = `${PARTNER_HEADER},phone,telegram,password
1,,root@example.com,Root,Above,2024-01-01T00:00:00Z,DE,,,
2,1,ann@example.com,Ann,"O""Hara",2024-01-01T00:00:00Z,DE,+49170,ann_o,a-Secret-1
`

/** A ticket with a file, as a form brings it. */
async function* ticketParts(): AsyncGenerator<FormPart> {
  const fields = { formId: '2', type: '2', email: 'other@example.com', comment: 'Ask Ann' }
  for (const [name, value] of Object.entries(fields)) yield { kind: 'field', name, value }
  const fileName = 'scan-of-ann.pdf'
  yield {
    kind: 'file',
    name: 'files',
    fileName,
    bytes: asUpload(samplePdf().toString()),
    isCut: () => false,
  }
}

onPostgres('a partner', (newDatabase) => {
  let core: Core
  beforeAll(async () => {
    core = await openTestCore(await newDatabase())
    await importPartners(core, asUpload(PARTNERS))
    await importOrders(core, asUpload(ordersText([[7, 2, '2024-05-01T00:00:00Z', '100.00']])))
    await acceptTerms(core, 2, 'partner')
    await storeAvatar(core, 2, Buffer.from('Personal picture'), 'http://office.test')
    await changeNotificationSettings(core, 2, { newsletters: true })
    await sendTicket(core, 2, ticketParts())
    await core.database.read
      .updateTable('partners')
      .set({ city: 'Personal City', birthdate: '1990-02-03', avatar: 'https://a.example/2.jpg' })
      .where('id', '=', 2)
      .execute()
  })

  afterAll(() => rmSync(core.uploads, { recursive: true, force: true }))

  const blocks = async () => {
    const { rows } = await sql<{ blocked: boolean; fact: number }>`
      select blocked, fact from partner_blocks order by fact`.execute(core.database.read)
    return rows
  }

  test('is blocked and unblocked as facts; doing it again changes nothing', async () => {
    await blockPartner(core, 2, false, '')
    expect(await blocks()).toEqual([])
    for (const blocked of [true, true, false, false, true])
      await blockPartner(core, 2, blocked, 'why')
    expect(await blocks()).toEqual([
      { blocked: true, fact: 4 },
      { blocked: false, fact: 5 },
      { blocked: true, fact: 6 },
    ])
    expect(core.network.engine.blocked[core.network.engine.rowOf(2)]).toBe(1)
    await expect(blockPartner(core, 99, true, '')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('gets all data about them, as one JSON document', async () => {
    const held = JSON.parse(await textOf(exportPartner(core, 2)))
    expect(held).toMatchObject({
      partner: { id: 2, sponsorId: 1, lastName: 'O"Hara', phone: '+49170', city: 'Personal City' },
      account: { email: 'ann@example.com', hasPassword: true },
      blocks: [{ blocked: true }, { blocked: false }, { blocked: true }],
      orders: [{ orderId: 7, amount: '100.00', currency: 'EUR', cancelledAt: null }],
      legals: [{ product: 'partner', acceptedAt: TEST_NOW }],
      bonuses: [],
      pictures: [{ jpeg: Buffer.from('Personal picture').toString('base64') }],
      tickets: [{ type: 2, email: 'other@example.com', files: [{ name: 'scan-of-ann.pdf' }] }],
      notificationSettings: [{ key: 'newsletters', value: true }],
    })
    const above = JSON.parse(await textOf(exportPartner(core, 1)))
    expect(above.bonuses).toMatchObject([
      { type: 'DIRECT', orderId: 7, currency: 'UPT', amount: '80.00000000' },
    ])
    expect(above.transfers).toMatchObject([{ account: 'UCHAIN_UPT_BONUS', amount: '80.00000000' }])
    expect(above.balances).toMatchObject([{ account: 'UCHAIN_UPT_BONUS', amount: '80.00000000' }])
    await expect(textOf(exportPartner(core, 99))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is erased without a trace of name, contact, e-mail or password; orders and ledger stay', async () => {
    await erasePartner(core, 2)
    await erasePartner(core, 2)
    const text = await textOf(exportPartner(core, 2))
    const personals = ['Ann', 'Hara', '+49170', 'ann_o', 'ann@example.com']
    const files = ['scan-of-ann', 'other@example.com', Buffer.from('Personal').toString('base64')]
    for (const personal of [...personals, ...files, 'Personal City', '1990-02-03', 'a.example']) {
      expect(text).not.toContain(personal)
    }
    const held = JSON.parse(text)
    expect(held.partner).toMatchObject({
      email: 'erased-2@invalid',
      erasedAt: TEST_NOW,
      sponsorId: 1,
    })
    expect(held.orders).toHaveLength(1)
    expect(held).toMatchObject({ pictures: [], tickets: [], notificationSettings: [] })
    expect(readdirSync(join(core.uploads, 'tickets'))).toEqual([])
    expect(await readAccount(core.database.read, 2)).toMatchObject({
      hasPassword: false,
      closedAt: TEST_NOW,
    })
    await expect(erasePartner(core, 99)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is not unlocked if the id is unknown', async () => {
    await unlockPartner(core, 1)
    await expect(unlockPartner(core, 99)).rejects.toMatchObject({ code: 'not_found' })
  })
})
