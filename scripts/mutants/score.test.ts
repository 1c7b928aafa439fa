import { expect, test } from 'vitest'

import { nameOf, select } from './select.mjs'
import { scoreOf, wilsonInterval } from './score.mjs'

const folder = { path: 'some/folder', tests: 'some/folder', threshold: 80 }
const mutants = Array.from({ length: 10 }, (_, at) => ({
  key: `key ${at}`,
  file: 'some/folder/a.ts',
  line: `line ${at}`,
  change: 'a < b -> a <= b',
  text: `some/folder/a.ts:${at}:1  a < b -> a <= b`,
}))
const noticed = (count: number) => mutants.map((mutant, at) => ({ mutant, isNoticed: at < count }))

test.each([
  [8, true],
  [7, false],
])('a threshold of 80 %% and %i of 10 mutants noticed: good enough is %s', (count, expected) => {
  const score = scoreOf(folder, select(mutants, { seed: '1' }), noticed(count))
  expect(score).toMatchObject({ mutants: 10, noticed: count, interval: null })
  expect(score.isGoodEnough).toBe(expected)
  expect(score.survivors).toEqual(mutants.slice(count).map(({ text }) => text))
})

test('a sample has an interval, is the same for the same seed and another one for another seed', () => {
  const draw = (seed: string) => select(mutants, { sample: 4, seed })
  expect(draw('1').chosen).toHaveLength(4)
  expect(draw('1')).toEqual(draw('1'))
  expect(draw('1').chosen).not.toEqual(draw('2').chosen)
  expect(scoreOf(folder, draw('1'), noticed(4).slice(0, 4)).interval).not.toBeNull()
})

test('only the asked mutants are chosen', () => {
  const only = new Set([nameOf(mutants[3]!)])
  expect(select(mutants, { only, seed: '1' }).chosen).toEqual([mutants[3]])
})

test("Wilson's interval of 45 of 50 goes from 78.6 to 95.7 %", () => {
  const { low, high } = wilsonInterval(45, 50)
  expect(low).toBeCloseTo(78.6, 1)
  expect(high).toBeCloseTo(95.7, 1)
})
