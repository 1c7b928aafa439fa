import { describe, expect, test } from 'vitest'

import { fraction } from '../../fraction.ts'
import type { Rate } from '../../rates.ts'
import { closeRate, latestQuote } from './close-rates.ts'

const quote = (id: number, setAt: number, changes: Partial<Rate> = {}): Rate => {
  return { id, from: 'EUR', to: 'UPT', rateType: 'SELL', rate: fraction(id), setAt, ...changes }
}

describe('the quote that a close credits at (D-050, C11.4)', () => {
  test.each<[string, Rate[], number | null]>([
    ['the newest', [quote(1, 10), quote(2, 30), quote(3, 20)], 2],
    ['of the same instant the one stored last', [quote(5, 10), quote(9, 10), quote(7, 10)], 9],
    ['never what is bought at', [quote(1, 10), quote(2, 30, { rateType: 'BUY' })], 1],
    ['never from another currency', [quote(1, 10), quote(2, 30, { from: 'UCN' })], 1],
    ['never to another currency', [quote(1, 10), quote(2, 30, { to: 'UCN' })], 1],
    ['none without a quote', [quote(2, 30, { to: 'UCN' })], null],
  ])('%s', (_, rates, id) => {
    expect(latestQuote(rates, 'UPT')?.id ?? null).toBe(id)
    if (id === null) expect(() => closeRate(rates, 'UPT')).toThrow('not_found')
    else expect(closeRate(rates, 'UPT')).toEqual(latestQuote(rates, 'UPT'))
  })

  test('EUR is not converted and needs no quote', () => {
    expect(closeRate([], 'EUR')).toBeNull()
  })
})
