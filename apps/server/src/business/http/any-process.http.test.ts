import { rmSync } from 'node:fs'

import { callsOf, OFFICE } from '@partner-office/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { openDatabase } from '../../db/database.ts'
import { openTestCore } from '../../testing/core.ts'
import { createPostgresDatabase } from '../../testing/databases.ts'
import { type Payer, PayoutDesk } from '../../testing/payout-desk.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { recordOrder } from '../../testing/record-order.ts'
import { samplePdf } from '../../testing/sample-files.ts'

const PATIENCE = { timeout: 20_000, interval: 10 }
/** Calls whose answers need no id in their path, and come at once. */
const READS = callsOf(...Object.values(OFFICE))
  .filter(({ method, path }) => method === 'GET' && !path.includes(':') && !path.includes('events'))
  .map(({ path }) => path)
const QUERIES: Readonly<Record<string, string>> = {
  '/v1/team': '?sponsorId=1',
  '/v1/team/export': '?sponsorId=1',
  '/v1/team/path': '?memberId=2',
  '/v1/team/past': '?sponsorId=1&day=2026-10-25',
  '/v1/team/picture': '?sponsorId=1',
  '/v1/balances': '?balances=UCHAIN_UPT_BONUS',
}

describe('two processes with different folders, PostgreSQL', () => {
  let desk: PayoutDesk
  let one: PartnersService
  let other: PartnersService
  let payer: Payer
  const atEnd: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const { url, drop } = await createPostgresDatabase()
    const [mine, theirs] = [await openDatabase({ url }), await openDatabase({ url })]
    desk = await PayoutDesk.open(mine)
    one = desk.service
    // Keys are given to both; folders are not.
    const { passwords, secret, destroySecrets, keys } = desk.core
    const opened = await openTestCore(theirs, { clock: desk.clock })
    other = await PartnersService.around(
      { ...opened, passwords, secret, destroySecrets, keys },
      desk.clock,
    )
    for (const { core } of [one, other]) {
      atEnd.push(await core.network.follow(core.database))
      atEnd.push(async () => rmSync(core.uploads, { recursive: true, force: true }))
    }
    payer = await desk.payer()
    atEnd.push(
      () => mine.close(),
      () => theirs.close(),
      drop,
    )
  })
  afterAll(async () => {
    for (const end of atEnd) await end()
  })

  test('CLU-005 at the same fact each read gives the same bytes at both', async () => {
    await recordOrder(one.core, {
      orderId: 1,
      partnerId: 2,
      paidAt: desk.clock.now - 1_000,
      cents: 10_000,
    })
    const { asOf } = one.core.network
    await vi.waitFor(() => expect(other.core.network.asOf).toBe(asOf), PATIENCE)
    const headers = { authorization: `Bearer ${payer.token}` }
    let succeeded = 0
    for (const path of READS) {
      const url = `${path}${QUERIES[path] ?? ''}`
      const [mine, theirs] = [
        await one.office.inject({ url, headers }),
        await other.office.inject({ url, headers }),
      ]
      expect({ url, status: theirs.statusCode, body: theirs.payload }).toEqual({
        url,
        status: mine.statusCode,
        body: mine.payload,
      })
      if (mine.payload.includes('"state":"success"')) succeeded += 1
    }
    expect(succeeded).toBeGreaterThan(20)
  })

  test('CLU-005 a payout that is opened at one is confirmed, listed and cancelled at the other', async () => {
    const elsewhere = (path: string, payload: object) =>
      other.send(payer.token, 'POST', path, payload)
    desk.nextCode()
    const opened = await payer.init()
    expect(opened.status).toBe(200)
    const confirmed = await elsewhere('/v1/payout/confirm', {
      code: payer.code(),
      from: 'UCHAIN_UCN_BONUS',
    })
    expect(confirmed.body.state).toBe('success')
    const { content } = await other.get(payer.token, '/v1/payout/history')
    expect(content).toEqual(await payer.history())
    expect(content).toHaveLength(1)
    const cancelled = await elsewhere(`/v1/payout/${content[0].id}/cancel`, {})
    expect(cancelled.body.state).toBe('success')
  })

  test('CLU-005 a file of a ticket that one has taken is listed by the other', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ formId: '1', type: '1', comment: 'Why?' })) {
      form.set(name, value)
    }
    form.append('files', new Blob([new Uint8Array(samplePdf())]), 'a.pdf')
    const sent = await one.sendForm(payer.token, '/v1/support/tickets', form)
    expect(sent.body.state).toBe('success')
    const tickets = await other.get(payer.token, '/v1/support/tickets')
    expect(tickets[0]).toMatchObject({ id: sent.body.data.id, files: [{ name: 'a.pdf' }] })
  })
})
