import { afterEach, beforeAll, expect, test } from 'vitest'

import { onPostgres } from '../testing/databases.ts'
import { PayoutDesk, txIdOf } from '../testing/payout-desk.ts'
import { corrupt } from '../testing/small-office.ts'
import { verifyAll } from './verify-all.ts'

/** The payouts of the test, in the order of their ids: one sent, one rejected, one pending. */
const [SENT, REJECTED, PENDING] = [1, 2, 3]

const TABLES = ['payouts', 'transfers', 'payout_hand_overs', 'payout_transactions']
const copyOf = (table: string) => `create table copy_of_${table} as table ${table}`
const restored = (table: string) =>
  `delete from ${table}; insert into ${table} overriding system value select * from copy_of_${table}`

/** The database itself refuses most of what verify would find. */
const WITHOUT_CHECKS = `do $$
  declare
    name text;
  begin
    for name in select conname from pg_constraint where conrelid = 'payouts'::regclass and contype = 'c' loop
      execute format('alter table payouts drop constraint %I', name);
    end loop;
  end $$`

onPostgres('verify of payouts', (newDatabase) => {
  let desk: PayoutDesk
  beforeAll(async () => {
    desk = await PayoutDesk.open(await newDatabase())
    const payer = await desk.payer()
    for (let count = 0; count < 3; count += 1) await payer.pay({ amount: '50' })
    await desk.approve(SENT)
    await payer.cancel(REJECTED)
    await corrupt(desk.core.database, [WITHOUT_CHECKS, ...TABLES.map(copyOf)])
  })
  afterEach(() => corrupt(desk.core.database, TABLES.map(restored)))

  const differences = async () => (await verifyAll(desk.core)).differences

  test('nothing is found in sound payouts', async () => {
    expect(await differences()).toEqual([])
  })

  const transfer = (kind: string, id: number) => `idempotency_key = 'payout:${id}:${kind}'`

  test.each([
    [
      'a payout whose amount was raised',
      `update payouts set amount = amount + 5, receive = receive + 5 where id = ${PENDING}`,
      /^payout 3: of its transfer \d+, the amount is 4900000000, not 4900000005$/,
    ],
    [
      'a fee that was not taken',
      `delete from transfers where ${transfer('PAYOUT_FEE', SENT)}`,
      'payout 1: its transfer of the kind PAYOUT_FEE does not exist',
    ],
    [
      'a refund that was never made',
      `delete from transfers where ${transfer('PAYOUT_REFUND', REJECTED)}`,
      'payout 2: its transfer of the kind PAYOUT_REFUND does not exist',
    ],
    [
      'a payout that was rejected without a refund',
      `update payouts set status = 'REJECTED', reason = 'x', ended_at = created_at where id = ${PENDING}`,
      'payout 3: its transfer of the kind PAYOUT_REFUND does not exist',
    ],
    [
      'a rejection that became pending again',
      `update payouts set status = 'PENDING', reason = null, ended_at = null where id = ${REJECTED}`,
      /^transfer \d+: PAYOUT_REFUND of 49\.0+ UCN, for which there is no payout$/,
    ],
    [
      'a payout that was given to another partner',
      `update payouts set partner_id = 2 where id = ${SENT}`,
      /^payout 1: of its transfer \d+, the partner is 1, not 2$/,
    ],
    [
      'a payout that was given to the sender and never taken up',
      `insert into payout_hand_overs values (${PENDING}, 1)`,
      'payout 3: it was given to the sender, and never taken up',
    ],
    [
      'a payout that was sent and never taken up',
      `update payouts set taken_at = null where id = ${SENT}`,
      'payout 1: it was sent and never taken up',
    ],
    [
      'a transaction that could approve once more',
      `delete from payout_transactions`,
      `payout 1: its transaction ${txIdOf(SENT)} is not kept as used`,
    ],
    [
      'a fee that was lowered',
      `update payouts set fee = fee - 1 where id = ${SENT}`,
      'payout 1: its fee and what it sends are not its amount',
    ],
    [
      'a payout that was sent and is pending',
      `update payouts set status = 'PENDING' where id = ${SENT}`,
      'payout 1: it is PENDING, and its end says something else',
    ],
  ])('%s is named', async (_what, done, named) => {
    await corrupt(desk.core.database, [done])
    expect(await differences()).toContainEqual(
      typeof named === 'string' ? named : expect.stringMatching(named),
    )
  })
})
