import type { PlanChange, PlanProblem, Step } from '@partner-office/domain'
import { placeOf, planShape, type Shape, valueAt } from '@partner-office/domain'
import { createContext, useContext } from 'react'

import type { PlanTab } from '../../lib/plan-tabs.ts'

/** The form of a plan's document, as its reader says it. */
export const PLAN_SHAPE = fieldsOf(planShape())

/** Values by their names. */
export type Fields = Readonly<Record<string, Shape>>

/** The fields of a shape that has some. */
export function fieldsOf(shape: Shape): Fields {
  return shape.kind === 'fields' ? shape.fields : {}
}

/** A plan's document as it is shown: what is wrong in it, and what differs from the plan that it is compared with. */
export type PlanForm = {
  readonly document: unknown
  readonly problems: readonly PlanProblem[]
  readonly changes: readonly PlanChange[]
  /** Writes a value at a place, undefined removes it; without it the document is only read. */
  readonly write?: (steps: readonly Step[], value: unknown) => void
}

/** The document whose values are shown. */
export const PlanFormContext = createContext<PlanForm>({ document: {}, problems: [], changes: [] })

/** The document whose values are shown. */
export const usePlanForm = (): PlanForm => useContext(PlanFormContext)

/** Whether a place is another one or a part of it. */
export const isInside = (place: string, outer: string): boolean =>
  outer === '' || place === outer || place.startsWith(`${outer}.`) || place.startsWith(`${outer}[`)

/** The problems of a place that none of its shown parts shows. */
export function useOwnProblems(
  steps: readonly Step[],
  parts: readonly Step[] = [],
): readonly PlanProblem[] {
  const { problems } = usePlanForm()
  const inner = parts.map((step) => placeOf([...steps, step]))
  return problems.filter(
    ({ place }) => isInside(place, placeOf(steps)) && !inner.some((part) => isInside(place, part)),
  )
}

/** The rows of a list; none where something else stands. */
export function useRows(steps: readonly Step[]): readonly unknown[] {
  const rows = valueAt(usePlanForm().document, steps)
  return Array.isArray(rows) ? rows : []
}

/** How a value that holds no others was before, if it differs now. */
export function useBefore(steps: readonly Step[]): string | undefined {
  const place = placeOf(steps)
  const change = usePlanForm().changes.find((each) => isInside(each.place, place))
  return change === undefined ? undefined : (change.before ?? '–')
}

/** The id of a place's field on the page. */
export const idOf = (place: string): string => `at-${place}`

/** The tab that shows a place. */
export function tabOf(place: string): PlanTab {
  if (isInside(place, 'programmes')) return 'programmes'
  const isList = (['ranks', 'unilevel'] as const).some((list) => isInside(place, list))
  return isList ? 'ranks' : 'rules'
}
