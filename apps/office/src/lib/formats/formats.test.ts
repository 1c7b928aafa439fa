import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  amountText,
  countText,
  currencyShown,
  dateShown,
  dateText,
  monthShown,
  rateText,
  shownAmount,
  timeLeft,
  timeText,
} from './formats.ts'

const EN = { locale: 'en', isPlain: false }
const NOW = Date.UTC(2026, 10, 21, 12)
const THREE_DAYS = 259_200_000

describe('amounts', () => {
  test.each([
    ['FMT-003', '1234.5', 'EUR', '1,234.50 EUR'],
    ['FMT-003', '0', 'EUR', '0.00 EUR'],
    ['FMT-004', '1234.5', 'USDT', '1,234.50 USDT'],
    ['FMT-005', '1.999999999', 'UPT', '1.99999999 UPT'],
    ['FMT-006', '1.9999999', 'ULTIMA', '1.999999 ULTIMA'],
    ['FMT-006', '1.9999999', 'WIN', '1.999999 WIN'],
    ['FMT-007', '1234567.89', 'EUR', '1,234,567.89 EUR'],
    ['FMT-010', '3482.504123', 'UCHAIN_UCN_BONUS', '3,482.50412300 UCN'],
    ['FMT-011', '1', 'UCN_XRC10_WHITE', '1.00000000 UCN'],
    ['FMT-012', '1', 'UCHAIN_UPT_BONUS', '1.00000000 UPT'],
  ])('%s %s %s is shown as %s', (_, amount, currency, shown) =>
    expect(amountText(amount, currency, EN)).toBe(shown),
  )

  test('digits beyond the last decimal are cut, never rounded up', () => {
    expect(amountText('0.999999999', 'UPT', EN)).toBe('0.99999999 UPT')
    expect(amountText('-1.999', 'EUR', EN)).toBe('-1.99 EUR')
  })

  test('no digit of a large amount is lost', () => {
    expect(amountText('90071992547409931234.12345678', 'UPT', EN)).toBe(
      '90,071,992,547,409,931,234.12345678 UPT',
    )
  })

  test('FMT-007 separators follow the language, digits are Western in every language', () => {
    const german = shownAmount('1234567.5', 'EUR', { locale: 'de', isPlain: false })
    expect(german).toEqual({ whole: '1.234.567', fraction: ',50', unit: 'EUR' })
    const arabic = shownAmount('1234567.5', 'EUR', { locale: 'ar', isPlain: false })
    expect(arabic.whole + arabic.fraction).toMatch(/^[\d.,]+$/)
    expect(amountText('1234.5', 'EUR', { locale: 'de', isPlain: true })).toBe('1,234.50 EUR')
  })

  test('a rate keeps all of its decimals, at least four, in the format of the language', () => {
    expect(rateText('2', EN)).toBe('2.0000')
    expect(rateText('0.333333333333333333', EN)).toBe('0.333333333333333333')
    expect(rateText('1234.5', { locale: 'de', isPlain: false })).toBe('1.234,5000')
  })

  test('FMT-007 a count has the separators of the language', () => {
    expect(countText(1_234_567, EN)).toBe('1,234,567')
    expect(countText(1_234, { locale: 'de', isPlain: false })).toBe('1.234')
    expect(countText(1_234, { locale: 'de', isPlain: true })).toBe('1,234')
  })

  test('a screen can show fewer decimals', () => {
    expect(shownAmount('5', 'EUR', EN, 0)).toEqual({ whole: '5', fraction: '', unit: 'EUR' })
    expect(shownAmount('5.25', 'EUR', EN, 0).fraction).toBe('.25')
  })

  test('accounts without a name of their own are shown as they are', () => {
    expect(currencyShown('ULTIMA')).toBe('ULTIMA')
  })
})

describe('dates', () => {
  test('the day and the time of an instant are in UTC, in every zone', () => {
    const lateInTheYear = Date.UTC(2025, 11, 31, 23, 30)
    expect([dateText(lateInTheYear), timeText(lateInTheYear)]).toEqual(['31.12.2025', '23:30'])
    const early = Date.UTC(2026, 0, 1, 0, 5)
    expect([dateText(early), timeText(early)]).toEqual(['01.01.2026', '00:05'])
  })

  test('FMT-001 older than three days is DD.MM.YYYY in UTC', () => {
    expect(dateShown(NOW - THREE_DAYS - 1, NOW, 'en')).toBe('18.11.2026')
    expect(dateShown(Date.UTC(2025, 11, 31, 23, 59), NOW, 'en')).toBe('31.12.2025')
  })

  test('FMT-002 up to exactly three days is relative', () => {
    expect(dateShown(NOW - THREE_DAYS, NOW, 'en')).toBe('3 days ago')
    expect(dateShown(NOW - 7_200_000, NOW, 'en')).toBe('2 hours ago')
    expect(dateShown(NOW - 7_200_000, NOW, 'de')).toBe('vor 2 Stunden')
    expect(dateShown(NOW, NOW, 'en')).toBe('this minute')
  })

  test('FMT-002 changes from minutes to hours at one hour, and from hours to days at one day', () => {
    const HOUR = 3_600_000
    expect(dateShown(NOW - 59_999, NOW, 'en')).toBe('this minute')
    expect(dateShown(NOW - 60_000, NOW, 'en')).toBe('1 minute ago')
    expect(dateShown(NOW - HOUR + 1, NOW, 'en')).toBe('59 minutes ago')
    expect(dateShown(NOW - HOUR, NOW, 'en')).toBe('1 hour ago')
    expect(dateShown(NOW - 24 * HOUR + 1, NOW, 'en')).toBe('23 hours ago')
    expect(dateShown(NOW - 24 * HOUR, NOW, 'en')).toBe('yesterday')
    expect(dateShown(NOW - HOUR, NOW, 'ar')).toMatch(/^[^٠-٩]*$/)
  })

  test.each([
    [59_999, 'this minute'],
    [60_000, '1 minute ago'],
    [3_599_999, '59 minutes ago'],
    [3_600_000, '1 hour ago'],
    [86_399_999, '23 hours ago'],
    [86_400_000, 'yesterday'],
    [172_799_999, 'yesterday'],
    [172_800_000, '2 days ago'],
  ])('FMT-002 %i ms ago is %s', (age, shown) => {
    expect(dateShown(NOW - age, NOW, 'en')).toBe(shown)
  })

  test('a date in the future is a date', () => {
    expect(dateShown(NOW + 1, NOW, 'en')).toBe('21.11.2026')
  })
})

/** Offsets behind and ahead of UTC: a local time differs from UTC in at least two of these zones. */
describe.each(['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati'])(
  'dates and times in the zone %s',
  (zone) => {
    let before: string | undefined
    beforeEach(() => {
      before = process.env['TZ']
      process.env['TZ'] = zone
    })
    afterEach(() => {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    })

    const LAST = Date.UTC(2025, 11, 31, 23, 59, 59, 999)

    test('the zone is the zone of the machine', () => {
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    })

    test('a time is HH:MM in UTC', () => {
      expect(timeText(LAST)).toBe('23:59')
      expect(timeText(LAST + 1)).toBe('00:00')
      expect(timeText(NOW)).toBe('12:00')
    })

    test('FMT-001 a date is the UTC day', () => {
      expect(dateText(LAST)).toBe('31.12.2025')
      expect(dateText(LAST + 1)).toBe('01.01.2026')
    })

    test('a month is the UTC month', () => {
      expect(monthShown(LAST, 'en')).toBe('December 2025')
      expect(monthShown(LAST + 1, 'de')).toBe('Januar 2026')
      expect(monthShown(LAST + 1, 'ar')).toMatch(/2026$/)
      expect(monthShown(LAST + 1, 'ru')).toBe('январь 2026\u00a0г.')
      expect(monthShown(LAST + 1, 'kk')).toMatch(/^2026\u00a0ж\. /)
    })
  },
)

describe('time left', () => {
  test('DSH-020 there is none at the very instant: equal is inactive', () => {
    expect(timeLeft(NOW, NOW)).toBeNull()
    expect(timeLeft(NOW - 1, NOW)).toBeNull()
    expect(timeLeft(NOW + 1, NOW)).not.toBeNull()
  })

  test('DSH-017 is days, hours, minutes and seconds', () => {
    const left = 2 * 86_400_000 + 3 * 3_600_000 + 4 * 60_000 + 5_000
    expect(timeLeft(NOW + left, NOW)).toEqual({ days: 2, hours: 3, minutes: 4, seconds: 5 })
  })
})
