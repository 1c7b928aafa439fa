import { expect, test } from 'vitest'

import { infinityRecord } from '../../testing/infinity.ts'
import { marksOf, milestonesOf } from './checkpoint-marks.ts'

const checkpoint = (target: string) => ({ target, isReached: false })

test('checkpoints are at their share of the bar; checkpoints beyond the bar are omitted', () => {
  const marks = marksOf(['5000.00', '10000.00', '20000.00'].map(checkpoint), '10000.00')
  expect(marks.map(({ target, at }) => [target, at])).toEqual([
    ['5000.00', 50],
    ['10000.00', 100],
  ])
})

test('of checkpoints that are too close the highest keeps its name', () => {
  const targets = ['3000.00', '6000.00', '9000.00', '12000.00', '15000.00']
  const named = marksOf(targets.map(checkpoint), '57050.00').filter(({ isNamed }) => isNamed)
  expect(named.map(({ target }) => target)).toEqual(['15000.00'])
  const wide = marksOf(targets.map(checkpoint), '15000.00').filter(({ isNamed }) => isNamed)
  expect(wide.map(({ target }) => target)).toEqual(['3000.00', '9000.00', '15000.00'])
})

test('a name that does not fit before its mark is placed after it, if the next mark leaves room', () => {
  const marks = marksOf(['3000.00', '12000.00'].map(checkpoint), '120000.00')
  expect(marks.map(({ isNamed, isNameAfter }) => [isNamed, isNameAfter])).toEqual([
    [false, true],
    [true, true],
  ])
  const [first, second] = marksOf(['1000.00', '4000.00'].map(checkpoint), '10000.00')
  expect([first!.isNamed, second!.isNamed]).toEqual([false, true])
  expect(second!.isNameAfter).toBe(false)
})

test('the reached checkpoints of a record', () => {
  const row = (id: number, targetTurnover: string) => ({ id, targetTurnover, value: '1.00' })
  const record = infinityRecord({
    checkpoints: [row(1, '1.00'), row(3, '2.00')],
    achievedCheckpoints: [1],
  })
  expect(milestonesOf(record)).toEqual([
    { target: '1.00', isReached: true },
    { target: '2.00', isReached: false },
  ])
})
