import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DAY_MS, isAlwaysOn, NOTIFICATION_KEYS, type NotificationKey } from '@partner-office/domain'
import { mailTexts, settingName } from '@partner-office/locales/mail'
import PostalMime, { type Email } from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import { outbox } from '../../mails/outbox.ts'
import { asUpload, openTestCore, TEST_NOW, type TestClock } from '../../testing/core.ts'
import { onPostgres, openEmbedded } from '../../testing/databases.ts'
import { erasePartner } from '../partners/erase-partner.ts'
import { importPartners } from '../partners/import-partners.ts'
import type { MailEvent, MailItem } from './mail-event.ts'
import { MOST_ITEMS, noteEvents, WAIT_MS } from './note-events.ts'
import { changeNotificationSettings } from './notification-settings.ts'
import { sendNotifications } from './send-notifications.ts'
import { MOST_A_DAY } from './send-notes.ts'
import { unsubscribe } from './unsubscribe.ts'

const LANGUAGES = ['en', 'de', 'ar'] as const

/** Names in every script that the fonts of the product have, one with markup and one with a turn of direction. */
const NAMES: readonly string[] = [
  'Zoë Ñandú-Ōta',
  'Мария Щербакова',
  '王小明',
  'さくら 田中',
  '김민준',
  'सुनीता शर्मा',
  'রহিমা খাতুন',
  'สมชาย ใจดี',
  'தமிழ் செல்வி',
  'فاطمة الزهراء',
  'שרה כהן',
  'Ελένη Παπαδοπούλου',
  'Nguyễn Thị Ánh',
  'Ада \u202eBob',
  '<b>Eve & "Co"</b>',
]

const FIRST_NAMED = 100
const DAY = Math.floor(TEST_NOW / DAY_MS) - 1
const ENTRY: MailItem = { order: 7, at: TEST_NOW, amount: '12.50 EUR' }
const MONTHLY = { month: '2026-10', amount: '5.00000000 UCN' }
const RANK = { rank: 'DIAMOND', at: TEST_NOW }

/** An entry of each setting, and what its mail must say in every language. */
const ENTRIES: Readonly<Record<NotificationKey, { item: MailItem; says: readonly string[] }>> = {
  invoices: { item: ENTRY, says: ['7', '01.11.2026 00:00 UTC', '12.50 EUR'] },
  newsletters: { item: { post: 3, title: 'Осень', at: TEST_NOW }, says: ['Осень', '?news=3'] },
  accountActivity: { item: { at: TEST_NOW, ended: true }, says: ['01.11.2026 00:00 UTC'] },
  personalPurchase: { item: ENTRY, says: ['7', '12.50 EUR'] },
  rankIncrease: { item: RANK, says: ['01.11.2026 00:00 UTC', '/my-rank'] },
  creditingMoney: { item: MONTHLY, says: ['2026-10', '5.00000000 UCN'] },
  clubAchievement: { item: RANK, says: ['01.11.2026 00:00 UTC'] },
  partnersIncrease: { item: { partner: 0, at: TEST_NOW }, says: ['/team/my'] },
  partnersPurchase: { item: { ...ENTRY, partner: 0 }, says: ['12.50 EUR'] },
  partnersRankChange: { item: { ...RANK, partner: 0 }, says: ['01.11.2026 00:00 UTC'] },
  startBonus: { item: ENTRY, says: ['7', '12.50 EUR'] },
  turboBonus: { item: MONTHLY, says: ['2026-10', '/bonuses/turbo'] },
  diamondBonus: { item: MONTHLY, says: ['2026-10', '/bonuses/diamond'] },
  newCommission: { item: ENTRY, says: ['7', '12.50 EUR'] },
  dailyIncome: { item: ENTRY, says: ['31.10.2026', '12.50 EUR'] },
  statusPerMonth: {
    item: {
      month: '2026-11',
      rank: 'JADE',
      own: '1.00 EUR',
      turnover: '2.00 EUR',
      size: 3,
      until: null,
    },
    says: ['2026-11', '1.00 EUR', '2.00 EUR', '3', '–'],
  },
}

/** Readers 1 to 3 in three languages, and partners whose names are in every script. */
function partnersFile(): string {
  const readers = LANGUAGES.map(
    (language, at) => `${at + 1},,r${at + 1}@example.com,Ada,Reader,0,DE,${language}`,
  )
  const named = NAMES.map((name, at) => {
    const id = FIRST_NAMED + at
    return `${id},1,p${id}@example.com,"${name.replaceAll('"', '""')}",Own,0,DE,en`
  })
  const head = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId,uiLanguage'
  return [head, ...readers, ...named, ''].join('\n')
}

/** A core with the readers, every setting switched on, and an outbox of files. */
class MailDesk {
  readonly directory = mkdtempSync(join(tmpdir(), 'partner-office-outbox-'))
  readonly core: Core
  readonly clock: TestClock

  private constructor(core: Core, clock: TestClock) {
    this.core = core
    this.clock = clock
  }

  static async open(database: Core['database']): Promise<MailDesk> {
    const clock = { now: TEST_NOW }
    const core = await openTestCore(database, { clock })
    await importPartners(core, asUpload(partnersFile()))
    for (const id of [1, 2, 3]) {
      await changeNotificationSettings(core, id, { newsletters: true, dailyIncome: true })
    }
    return new MailDesk(core, clock)
  }

  note(events: readonly MailEvent[]) {
    return this.core.database.transaction((tx) => noteEvents(tx, events, this.clock.now))
  }

  async send(): Promise<void> {
    const sender = 'office@example.com'
    const mail = outbox(this.directory, { clock: this.core.clock, sender })
    const post = { mail, office: 'https://office.test', passport: 'https://passport.test' }
    while (await sendNotifications(this.core, post));
  }

  mails(): Promise<Email[]> {
    const files = readdirSync(this.directory).toSorted()
    return Promise.all(
      files.map((file) => PostalMime.parse(readFileSync(join(this.directory, file)))),
    )
  }

  /** The mails that are sent after a minute. */
  async sentAfter(events: readonly MailEvent[]): Promise<Email[]> {
    const before = (await this.mails()).length
    await this.note(events)
    this.clock.now += WAIT_MS
    await this.send()
    return (await this.mails()).slice(before)
  }
}

const event = (key: NotificationKey, partnerId: number, item: MailItem): MailEvent => ({
  partnerId,
  key,
  item: item.partner === undefined ? item : { ...item, partner: FIRST_NAMED },
  ...(key === 'dailyIncome' && { day: DAY }),
})

const MONTHS = {
  '2026-10': { en: 'October 2026', de: 'Oktober 2026', ar: 'أكتوبر 2026' },
  '2026-11': { en: 'November 2026', de: 'November 2026', ar: 'نوفمبر 2026' },
}

/** Months in words, and amounts with the decimal mark of the language. */
function written(said: string, language: (typeof LANGUAGES)[number]): string {
  if (said in MONTHS) return MONTHS[said as keyof typeof MONTHS][language]
  return language === 'de' && /^[\d.]+ [A-Z]{3}$/.test(said) ? said.replace('.', ',') : said
}

/** As many names as one mail shows. */
const inTens = (names: readonly string[]): readonly (readonly string[])[] =>
  names.length === 0 ? [] : [names.slice(0, MOST_ITEMS), ...inTens(names.slice(MOST_ITEMS))]

/** The name as markup shows it; its letters open no element and end no attribute. */
const asMarkup = (name: string): string =>
  name.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

const header = (mail: Email, name: string): string | undefined =>
  mail.headers.find(({ key }) => key === name)?.value

/** Where a mail about a bonus that was taken back says which amount, in three languages. */
const TAKEN_BACK = {
  en: 'Order 7, cancelled 01.11.2026 00:00 UTC: 1.50000000 UCN taken back, balance after it -2.25000000 UCN',
  de: 'Bestellung 7, storniert am 01.11.2026 00:00 UTC: 1,50000000 UCN zurückgebucht, Guthaben danach -2,25000000 UCN',
  ar: 'الطلب 7، أُلغي في \u206601.11.2026 00:00 UTC\u2069: استُرجع \u20661.50000000 UCN\u2069، والرصيد بعد ذلك \u2066-2.25000000 UCN\u2069',
} as const

describe('C11.31 the mail about a bonus that was taken back', () => {
  test.each(LANGUAGES)('in %s: each amount stands at its label', async (language) => {
    const desk = await MailDesk.open(await openEmbedded())
    const partnerId = LANGUAGES.indexOf(language) + 1
    const item = { order: 7, at: TEST_NOW, amount: '1.50000000 UCN', balance: '-2.25000000 UCN' }
    const reversal: MailEvent = { partnerId, key: 'reversedBonus', item }
    const [mail, ...others] = await desk.sentAfter([reversal])
    expect(others).toEqual([])
    const text = mail!
      .text!.replaceAll('\u061c', '')
      .replaceAll('\u200e', '')
      .replaceAll('\u2212', '-')
    expect(text).toContain(TAKEN_BACK[language])
    expect(mail!.subject).toContain(mailTexts(language).texts['reversedBonus.subject'])
    expect(mail!.text).toContain(settingName(language, 'creditingMoney'))
    expect(mail!.text).toContain(`https://office.test/${language}/transactions/bonuses`)
    expectUnsubscribe(mail!, 'creditingMoney')
    await changeNotificationSettings(desk.core, partnerId, { creditingMoney: false })
    expect(await desk.sentAfter([reversal])).toEqual([])
    await desk.core.database.close()
    rmSync(desk.directory, { recursive: true })
  })
})

describe('every mail of every setting', () => {
  test.each(LANGUAGES)(
    'in %s says what happened, in its language, with names in every script',
    async (language) => {
      const desk = await MailDesk.open(await openEmbedded())
      const reader = LANGUAGES.indexOf(language) + 1
      const { texts } = mailTexts(language)
      for (const key of NOTIFICATION_KEYS) {
        const { item, says } = ENTRIES[key]
        for (const names of item.partner === undefined ? [[]] : inTens(NAMES)) {
          const named = names.map((name) => ({
            partnerId: reader,
            key,
            item: { ...item, partner: FIRST_NAMED + NAMES.indexOf(name) },
          }))
          const events = named.length > 0 ? named : [event(key, reader, item)]
          const [mail, ...others] = await desk.sentAfter(events)
          expect(others, key).toEqual([])
          expect(mail!.from).toMatchObject({
            name: 'Partner Office',
            address: 'office@example.com',
          })
          expect(mail!.to).toMatchObject([{ address: `r${reader}@example.com` }])
          const beginning = texts[`${key}.subject`].split('{{')[0]!.trim()
          expect(mail!.subject, key).toContain(beginning)
          for (const said of says) {
            expect(`${mail!.subject}\n${mail!.text}`, key).toContain(written(said, language))
          }
          for (const name of names) {
            expect(mail!.text, key).toContain(`\u2068${name} Own\u2069`)
            expect(mail!.html, key).toContain(`\u2068${asMarkup(name)} Own\u2069`)
          }
          expect(mail!.html).toContain(
            `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
          )
          expect(`${mail!.subject}${mail!.text}${mail!.html}`, key).not.toMatch(
            /\{\{|undefined|NaN/,
          )
          expect(mail!.text, key).toContain(settingName(language, key))
          expectUnsubscribe(mail!, key)
        }
      }
      await desk.core.database.close()
      rmSync(desk.directory, { recursive: true })
    },
  )
})

/** Where a setting may be switched off, the mail has both headers of RFC 8058 and a page for people. */
function expectUnsubscribe(mail: Email, key: NotificationKey): void {
  const address = header(mail, 'list-unsubscribe')
  if (isAlwaysOn(key)) {
    expect(address, key).toBeUndefined()
    expect(mail.text, key).not.toContain('mails-off')
    return
  }
  expect(address, key).toMatch(/^<https:\/\/office\.test\/v1\/unsubscribe\/\d\.\w+\.[\w-]{43}>$/)
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail.text, key).toMatch(
    /https:\/\/passport\.test\/\w\w\/mails-off#token=\d\.\w+\.[\w-]{43}/,
  )
}

onPostgres('mails of settings', (newDatabase) => {
  let desk: MailDesk
  beforeEach(async () => {
    desk = await MailDesk.open(await newDatabase())
  })
  afterEach(() => rmSync(desk.directory, { recursive: true }))

  const purchase = (order: number): MailEvent => ({
    partnerId: 1,
    key: 'newCommission',
    item: { order, amount: '1.00000000 UCN' },
    sum: { currency: 'UCN', units: 100_000_000n },
  })

  test('a mail is in the language that its reader has when it is written', async () => {
    await desk.note([purchase(1)])
    await desk.core.database.transaction((tx) =>
      tx.updateTable('partners').set({ uiLanguage: 'de' }).where('id', '=', 1).execute(),
    )
    desk.clock.now += WAIT_MS
    await desk.send()
    const [mail] = await desk.mails()
    expect(mail!.text).toContain('1,00000000 UCN für Bestellung 1')
  })

  test('wait a minute, then one mail tells of all events so far', async () => {
    await desk.note([purchase(1), purchase(2)])
    await desk.note([purchase(3)])
    desk.clock.now += WAIT_MS - 1
    await desk.send()
    expect(await desk.mails()).toEqual([])
    desk.clock.now += 1
    await desk.send()
    const [mail, ...others] = await desk.mails()
    expect(others).toEqual([])
    for (const order of [1, 2, 3]) expect(mail!.text).toContain(`1.00000000 UCN for order ${order}`)
    expect(mail!.text).toContain('Total: 3.00000000 UCN')
    await desk.send()
    expect(await desk.mails()).toHaveLength(1)
  })

  test('a burst is one mail: ten lines, how many others there are, and the sum of all', async () => {
    const [mail, ...others] = await desk.sentAfter(
      Array.from({ length: 5_000 }, (_, at) => purchase(at + 1)),
    )
    expect(others).toEqual([])
    expect(mail!.text?.match(/UCN for order \d/g)).toHaveLength(MOST_ITEMS)
    expect(mail!.text).toContain(`More entries: ${5_000 - MOST_ITEMS}`)
    expect(mail!.text).toContain('Total: 5,000.00000000 UCN')
  })

  test('five mails of a setting within 24 hours, then one with all that came since', async () => {
    for (let order = 1; order <= MOST_A_DAY; order++) {
      expect(await desk.sentAfter([purchase(order)])).toHaveLength(1)
    }
    expect(await desk.sentAfter([purchase(6)])).toEqual([])
    expect(await desk.sentAfter([purchase(7)])).toEqual([])
    desk.clock.now = TEST_NOW + WAIT_MS + DAY_MS - 1
    await desk.send()
    expect(await desk.mails()).toHaveLength(MOST_A_DAY)
    desk.clock.now += 1
    await desk.send()
    const last = (await desk.mails()).at(-1)!
    expect(last.text).toContain('Total: 2.00000000 UCN')
  })

  test('mails counted while the clock was ahead hold none back', async () => {
    desk.clock.now = TEST_NOW + 40 * DAY_MS
    for (let order = 1; order <= MOST_A_DAY; order++) await desk.sentAfter([purchase(order)])
    desk.clock.now = TEST_NOW
    expect(await desk.sentAfter([purchase(6)])).toHaveLength(1)
  })

  test('nothing is sent for a setting that is off, or was switched off meanwhile', async () => {
    await changeNotificationSettings(desk.core, 1, { newCommission: false })
    expect(await desk.sentAfter([purchase(1)])).toEqual([])
    await changeNotificationSettings(desk.core, 1, { newCommission: true })
    await desk.note([purchase(2)])
    await changeNotificationSettings(desk.core, 1, { newCommission: false })
    desk.clock.now += WAIT_MS
    await desk.send()
    await changeNotificationSettings(desk.core, 1, { newCommission: true })
    await desk.send()
    expect(await desk.mails()).toEqual([])
  })

  test('nothing is sent to a partner whose data were erased, and no note of a partner stays', async () => {
    await desk.note([purchase(1)])
    await erasePartner(desk.core, 1)
    const notes = await desk.core.database.read.selectFrom('mailNotes').selectAll().execute()
    expect(notes).toEqual([])
    expect(await desk.sentAfter([purchase(2)])).toEqual([])
  })

  test('an attempt that fails loses nothing and sends nothing twice', async () => {
    await desk.note([purchase(1), { ...purchase(2), partnerId: 2 }])
    desk.clock.now += WAIT_MS
    const sent: string[] = []
    const failing = {
      send: async ({ to }: { to: string }) => {
        sent.push(to)
        if (sent.length === 2) throw new Error('the disk is full')
      },
    }
    const post = { mail: failing, office: '', passport: '' }
    await expect(sendNotifications(desk.core, post)).rejects.toThrow('the disk is full')
    await desk.send()
    const receivers = (await desk.mails()).map(({ to }) => to?.[0]?.address)
    expect(receivers.toSorted()).toEqual(['r1@example.com', 'r2@example.com'])
  })

  test('the link of a mail switches its setting off for its reader, once and again', async () => {
    const [mail] = await desk.sentAfter([purchase(1)])
    const signature = header(mail!, 'list-unsubscribe')!.slice(1, -1).split('/').at(-1)!
    for (let time = 0; time < 2; time++) {
      expect(await unsubscribe(desk.core, signature)).toEqual({ key: 'newCommission', isOn: false })
    }
    expect(await desk.sentAfter([purchase(2), { ...purchase(2), partnerId: 2 }])).toHaveLength(1)
    const [id, key, code] = signature.split('.')
    for (const forged of [
      `2.${key}.${code}`,
      `${id}.startBonus.${code}`,
      `${id}.invoices.${code}`,
      'x',
    ]) {
      await expect(unsubscribe(desk.core, forged)).rejects.toThrow('not_found')
    }
  })
})
