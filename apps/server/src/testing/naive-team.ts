import type { FiguresEngine } from '../network/figures-engine.ts'
import { foldName } from '../network/fold-name.ts'
import { inOrder } from '../network/search/best-rows.ts'
import { rangesOf, type TeamQuestion, valuesOf } from '../network/search/question.ts'
import type { RankLadder } from '../network/search/rank-ladder.ts'
import type { TeamPage } from '../network/search/team-index.ts'

/** Returns the current full name of a row, as given. */
export type FullName = (row: number) => string

/**
 * The reference implementation of the search: filters the whole downline by each condition and sorts it. Tests and
 * measurements compare the index with it.
 */
export function naiveTeam(
  engine: FiguresEngine,
  ladder: RankLadder,
  nameOf: FullName,
  question: TeamQuestion,
): TeamPage {
  const words = foldName(question.name ?? '').split(/\s+/u)
  const isNamed = (row: number) => {
    const name = foldName(nameOf(row))
    return words.every((word) => name.includes(word))
  }
  const valueAt = (field: ReturnType<typeof rangesOf>[number]['field'], row: number): number => {
    if (field === 'activeUntil') return engine.activeUntil(row) ?? Number.NEGATIVE_INFINITY
    if (field === 'rank') return ladder.placeOf(engine, row)
    return valuesOf(engine, field)[row]!
  }
  const isNobody = question.name !== null && words.every((word) => word === '')
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
