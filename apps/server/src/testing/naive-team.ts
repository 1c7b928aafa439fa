import { foldName } from '@partner-office/domain'

import type { FiguresEngine } from '../network/figures-engine.ts'
import { inOrder } from '../network/search/best-rows.ts'
import { foldedWords, mayBeCut } from '../network/search/name-question.ts'
import { rangesOf, type TeamQuestion, valuesOf } from '../network/search/question.ts'
import type { RankLadder } from '../network/search/rank-ladder.ts'
import type { TeamPage } from '../network/search/team-index.ts'

/** Returns the current first and last name of a row, as given. */
export type BothNames = (row: number) => readonly [first: string, last: string]

/**
 * The reference implementation of the search: filters the whole downline by each condition and sorts it. Tests and
 * measurements compare the index with it.
 */
export function naiveTeam(
  engine: FiguresEngine,
  ladder: RankLadder,
  namesOf: BothNames,
  question: TeamQuestion,
): TeamPage {
  const words = foldedWords(question.name ?? '')
  const isNamed = (row: number) => {
    const [first, last] = namesOf(row).map(foldName) as [string, string]
    return words.every((word) => {
      const texts = mayBeCut(word) ? [first + last, last + first] : [first, last]
      return texts.some((text) => text.includes(word))
    })
  }
  const valueAt = (field: ReturnType<typeof rangesOf>[number]['field'], row: number): number => {
    if (field === 'activeUntil') return engine.activeUntil(row) ?? Number.NEGATIVE_INFINITY
    if (field === 'rank') return ladder.placeOf(engine, row)
    return valuesOf(engine, field)[row]!
  }
  const isNobody = question.name !== null && words.length === 0
  const rows = isNobody ? [] : below(engine, question)
  const found = rows.filter(
    (row) =>
      rangesOf(question).every(
        ({ field, min, max }) => valueAt(field, row) >= min && valueAt(field, row) <= max,
      ) && isNamed(row),
  )
  const order = {
    values: valuesOf(engine, question.sort),
    ids: engine.ids,
    isDescending: question.isDescending,
  }
  const { offset, limit } = question
  return { rows: inOrder(found, order).slice(offset, offset + limit), total: found.length }
}

/** The rows below `top`, found through parent links only, so that errors in other links cannot hide. */
function below({ parent, size }: FiguresEngine, { top, scope }: TeamQuestion): number[] {
  const isIn = new Uint8Array(size)
  const rows: number[] = []
  for (let row = top + 1; row < size; row += 1) {
    const above = parent[row]!
    if (above !== top && (scope === 'firstLine' || above < 0 || isIn[above] === 0)) continue
    isIn[row] = 1
    rows.push(row)
  }
  return rows
}
