import { type PlanProblem, placeOf, type Step, stepsOf, valueAt } from '@partner-office/domain'
import { Button, Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { usePlanForm } from './plan-form.ts'

/** The id that a field is described by. */
export const problemsId = (steps: readonly Step[]): string => `wrong-${placeOf(steps)}`

type ProblemsProps = {
  readonly steps: readonly Step[]
  readonly problems: readonly PlanProblem[]
  /** Whether the field itself says which place it is. */
  readonly isField?: boolean
}

/** The problems of a place, with the words of `plan check`. Source: requirements PLN-006. */
export function Problems({ steps, problems, isField = false }: ProblemsProps) {
  if (problems.length === 0) return null
  return (
    <ul className="bullet-list" id={problemsId(steps)} aria-live="polite">
      {problems.map(({ place, problem }) => (
        <li key={`${place} ${problem}`} className="error" data-problem={place} tabIndex={-1}>
          <Icon name="warning" size={16} />
          <span>
            {!isField && <b>{place}: </b>}
            {problem}
          </span>
          <Remove place={place} problem={problem} />
        </li>
      ))}
    </ul>
  )
}

/** A value that a plan does not know has no field: it can only be removed. */
function Remove({ place, problem }: PlanProblem) {
  const { t } = useTranslation()
  const { document, write } = usePlanForm()
  const steps = stepsOf(place)
  const isUnknown = problem.startsWith('is not known')
  if (write === undefined || !isUnknown || valueAt(document, steps) === undefined) return null
  return (
    <Button size="sm" onClick={() => write(steps, undefined)}>
      {t('plan.removeValue', { place })}
    </Button>
  )
}
