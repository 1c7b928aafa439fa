import { formatUnits, type NotificationKey } from '@partner-office/domain'
import { beforeEach, expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import {
  AFTER_MONTH,
  IN_MONTH,
  MONTH,
  MONTH_ORDERS,
  openClosingNetwork,
} from '../../testing/closing-network.ts'
import { asUpload, type TestClock } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { ordersText } from '../../testing/network-files.ts'
import { addPost, replacePosts } from '../news/add-posts.ts'
import { importOrders } from '../orders/import/import-orders.ts'
import { recordOrder } from '../../testing/record-order.ts'
import { enrollPartner } from '../partners/enroll-partner.ts'
import { registerPartner } from '../partners/register-partner.ts'
import { closePeriod } from '../months/close-period.ts'
import type { Letter } from '../../mails/letter.ts'
import { cancelOrder } from '../orders/intake/cancel-order.ts'
import { followSources } from './follow-sources.ts'
import { WAIT_MS } from './note-events.ts'
import { changeNotificationSettings } from './notification-settings.ts'
import { sendNotifications } from './send-notifications.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = IN_MONTH + 12 * HOUR

/** A network before its first order, whose events so far are not told. */
async function open(database: Core['database']): Promise<{ core: Core; clock: TestClock }> {
  const opened = await openClosingNetwork(database, { orders: [], clock: { now: NOON } })
  await drain(opened.core)
  return opened
}

async function drain(core: Core): Promise<void> {
  while (await followSources(core));
}

type Noted = { readonly key: string; readonly entries: number; readonly items: object[] }

/** What a partner is to be told, by setting. */
async function notesOf(
  core: Core,
  partnerId: number,
): Promise<Partial<Record<NotificationKey, Noted>>> {
  const notes = await core.database.read
    .selectFrom('mailNotes')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .orderBy('id')
    .execute()
  return Object.fromEntries(notes.map((note) => [note.key, note]))
}

const keysOf = async (core: Core, partnerId: number): Promise<string[]> =>
  Object.keys(await notesOf(core, partnerId)).toSorted()

const countNotes = async (core: Core): Promise<number> =>
  (await core.database.read.selectFrom('mailNotes').select('id').execute()).length

const POST = { title: 'Autumn', category: 'Company', figure: '', content: 'Text' } as const

onPostgres('the sources of mails', (newDatabase) => {
  let core: Core
  let clock: TestClock
  beforeEach(async () => {
    ;({ core, clock } = await open(await newDatabase()))
  })

  test('orders: invoices, purchases, bonuses and ranks, each as a mail to the right partner', async () => {
    await changeNotificationSettings(core, 1, { dailyIncome: true })
    await importOrders(core, asUpload(ordersText(MONTH_ORDERS)))
    await drain(core)
    // The own order of partner 1 was paid a week before it was imported: history.
    expect(await keysOf(core, 1)).toEqual([
      'clubAchievement',
      'dailyIncome',
      'newCommission',
      'partnersPurchase',
      'partnersRankChange',
      'rankIncrease',
    ])
    const { partnersPurchase, dailyIncome, rankIncrease } = await notesOf(core, 1)
    expect(partnersPurchase).toMatchObject({ entries: 3, sums: { EUR: '65000001' } })
    expect(partnersPurchase!.items[0]).toEqual({
      partner: 2,
      at: IN_MONTH,
      amount: '300000.00 EUR',
    })
    expect(rankIncrease!.items.at(-1)).toMatchObject({ rank: 'DIAMOND' })
    expect(dailyIncome).toMatchObject({ day: NOON / DAY - 0.5, dueAt: NOON + DAY / 2 + 60_000 })
    expect(await keysOf(core, 7)).toEqual(['invoices', 'personalPurchase'])
    expect(await notesOf(core, 7)).toMatchObject({
      invoices: { entries: 1, items: [{ order: 16, at: IN_MONTH + 5, amount: '12000.50 EUR' }] },
    })
  })

  /** The mails that leave after a minute. */
  async function sent(): Promise<Letter[]> {
    const letters: Letter[] = []
    const mail = { send: async (letter: Letter) => void letters.push(letter) }
    await drain(core)
    clock.now += WAIT_MS
    while (await sendNotifications(core, { mail, office: '', passport: '' }));
    return letters
  }
  const pay = (orderId: number, cents: number) =>
    recordOrder(core, { orderId, partnerId: 5, paidAt: clock.now, cents })
  const subjectsTo = (letters: readonly Letter[], partnerId: number) =>
    letters
      .filter(({ userId }) => userId === partnerId)
      .map(({ subject }) => subject)
      .toSorted()

  test.each([
    ['before it was read for mails', false],
    ['after it was read for mails', true],
  ])('C11.31 an order that was cancelled %s makes none', async (_when, isNoted) => {
    await pay(1, 10_000)
    if (isNoted) await drain(core)
    expect(await keysOf(core, 5)).toEqual(
      isNoted ? ['invoices', 'personalPurchase', 'startBonus'] : [],
    )
    await cancelOrder(core, 1, 'returned')
    expect(await sent()).toEqual([])
    expect(await countNotes(core)).toBe(0)
  })

  test('C11.31 mails leave out the orders that were cancelled, with their amounts', async () => {
    await pay(1, 10_000)
    await pay(2, 3_000)
    await drain(core)
    await cancelOrder(core, 1, 'returned')
    const letters = await sent()
    const toBuyer = letters.filter(({ userId }) => userId === 5)
    expect(toBuyer).toHaveLength(2)
    for (const { text } of toBuyer) {
      expect(text).toContain('30.00 EUR')
      expect(text).not.toMatch(/100\.00|130\.00|Total/)
    }
    const toSponsor = letters.find(({ userId, subject }) => userId === 2 && subject === 'New bonus')
    expect(toSponsor!.text).toContain('order 2')
    expect(toSponsor!.text).not.toContain('order 1')
  })

  test('C11.31 the mail about a bonus that was taken back names the balance after it', async () => {
    await pay(1, 10_000)
    await pay(2, 3_000)
    await sent()
    await cancelOrder(core, 2, 'returned')
    clock.now += 1
    await cancelOrder(core, 1, 'returned')
    const letters = await sent()
    expect(subjectsTo(letters, 5)).toEqual([])
    expect(subjectsTo(letters, 2)).toEqual(['An order was cancelled: a bonus was taken back'])
    const { text } = letters.find(({ userId }) => userId === 2)!
    const rows = await core.database.read
      .selectFrom('bonusRecords')
      .select(['orderId', 'amount', 'currency'])
      .where('partnerId', '=', 2)
      .where('reversesId', 'is', null)
      .where('orderId', 'is not', null)
      .orderBy('orderId')
      .execute()
    const [first, second] = rows.map(({ amount }) => BigInt(amount))
    const coins = (units: bigint) => formatUnits(units, 8)
    expect(first).not.toBe(second)
    expect(text).toContain(
      `: ${coins(second!)} ${rows[0]!.currency} taken back, balance after it ${coins(first!)} ${rows[0]!.currency}`,
    )
    expect(text).toContain(
      `: ${coins(first!)} ${rows[0]!.currency} taken back, balance after it 0.00000000 ${rows[0]!.currency}`,
    )
    expect(text).toContain(`Total: ${coins(first! + second!)}`)
    expect(await sent()).toEqual([])
  })

  test('C11.14 a rank that a cancelled order has reached stays, and its mail too', async () => {
    await recordOrder(core, { orderId: 1, partnerId: 7, paidAt: clock.now, cents: 30_000_000 })
    await drain(core)
    const reached = await keysOf(core, 2)
    expect(reached).toContain('rankIncrease')
    await cancelOrder(core, 1, 'returned')
    const subjects = subjectsTo(await sent(), 2)
    expect(subjects.some((subject) => /rank/i.test(subject))).toBe(true)
    expect(subjects).not.toContain('An order was cancelled: a bonus was taken back')
  })

  test('a first order that makes active: the start, once', async () => {
    const order = { partnerId: 7, paidAt: NOON }
    await recordOrder(core, { ...order, orderId: 1, cents: 4_999 })
    await drain(core)
    expect(await keysOf(core, 7)).toEqual(['invoices', 'personalPurchase'])
    await recordOrder(core, { ...order, orderId: 2, cents: 5_000 })
    await recordOrder(core, { ...order, orderId: 3, cents: 5_000 })
    await drain(core)
    const { startBonus } = await notesOf(core, 7)
    expect(startBonus).toMatchObject({ entries: 1, items: [{ order: 2 }] })
  })

  test('the sponsor hears of a new partner at the confirmation, and not two days after it', async () => {
    const { inviteCode: referral } = await core.database.read
      .selectFrom('partners')
      .select('inviteCode')
      .where('id', '=', 2)
      .executeTakeFirstOrThrow()
    const texts = { passwordHash: 'x', countryId: 'DE', language: 'en', referral }
    const join = async (email: string) => {
      const id = await registerPartner(core, { ...texts, email, firstName: 'N', lastName: 'P' })
      clock.now += 3 * DAY
      const before = await countNotes(core)
      await drain(core)
      expect(await countNotes(core)).toBe(before)
      await enrollPartner(core, id, async () => {})
      return id
    }
    const id = await join('new@example.com')
    clock.now += 2 * DAY - 1
    await drain(core)
    expect(await notesOf(core, 2)).toMatchObject({ partnersIncrease: { items: [{ partner: id }] } })
    await join('two@example.com')
    clock.now += 2 * DAY
    const before = await countNotes(core)
    await drain(core)
    expect(await countNotes(core)).toBe(before)
  })

  test('a closed month: what it adds, Diamond and Turbo; its next one: the status', async () => {
    await importOrders(core, asUpload(ordersText(MONTH_ORDERS)))
    await drain(core)
    await core.database.read.deleteFrom('mailNotes').execute()
    clock.now = AFTER_MONTH
    await closePeriod(core, MONTH)
    await drain(core)
    const { statusPerMonth, creditingMoney, diamondBonus } = await notesOf(core, 1)
    expect(statusPerMonth!.items).toEqual([
      expect.objectContaining({ month: '2026-04', rank: 'DIAMOND', own: '60.00 EUR', size: 6 }),
    ])
    expect(creditingMoney!.items[0]).toMatchObject({ month: MONTH })
    expect(diamondBonus).toBeDefined()
    const turbo = await core.database.read
      .selectFrom('mailNotes')
      .select('id')
      .where('key', '=', 'turboBonus')
      .execute()
    expect(turbo).not.toEqual([])
    const before = await countNotes(core)
    clock.now = AFTER_MONTH + 20 * DAY
    await drain(core)
    const later = await core.database.read.selectFrom('mailNotes').select('key').execute()
    expect(later.slice(before).every(({ key }) => key === 'accountActivity')).toBe(true)
  })

  test('activity: three days before its end, and at its end', async () => {
    await recordOrder(core, { orderId: 1, partnerId: 7, paidAt: NOON, cents: 5_000 })
    const end = NOON + 30 * DAY
    const told = async () => (await notesOf(core, 7)).accountActivity?.items
    for (const [now, items] of [
      [end - 3 * DAY - 1, undefined],
      [end - 3 * DAY + HOUR, [{ at: end, ended: false }]],
      [end - HOUR, [{ at: end, ended: false }]],
      [end + HOUR, [{ at: end, ended: true }]],
    ] as const) {
      clock.now = now
      await drain(core)
      expect(await told(), new Date(now).toISOString()).toEqual(items)
    }
  })

  test('posts: to readers of their language who want them, and once however often they are replaced', async () => {
    await changeNotificationSettings(core, 1, { newsletters: true })
    const date = new Date(NOON + HOUR).toISOString()
    await addPost(core, { ...POST, language: 'en', publishedAt: NOON + HOUR })
    await addPost(core, { ...POST, language: 'de', publishedAt: NOON })
    await drain(core)
    expect(await countNotes(core)).toBe(0)
    clock.now += HOUR
    await drain(core)
    await replacePosts(core, [{ ...POST, language: 'en', date }])
    await drain(core)
    expect(await countNotes(core)).toBe(1)
    expect(await notesOf(core, 1)).toMatchObject({ newsletters: { items: [{ title: 'Autumn' }] } })
  })
})

onPostgres('the sources of mails in several processes', (newDatabase) => {
  test('tell each event once', async () => {
    const { core } = await open(await newDatabase())
    const orders = Array.from({ length: 1_200 }, (_, at) => [at + 1, 7, NOON, '1'] as const)
    await importOrders(core, asUpload(ordersText(orders)))
    await Promise.all(Array.from({ length: 8 }, () => drain(core)))
    await drain(core)
    const notes = await core.database.read
      .selectFrom('mailNotes')
      .select('entries')
      .where('partnerId', '=', 7)
      .where('key', '=', 'invoices')
      .execute()
    expect(notes.reduce((sum, { entries }) => sum + entries, 0)).toBe(1_200)
    expect(notes).toHaveLength(3)
  })
})
