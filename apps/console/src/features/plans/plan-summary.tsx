import type { PlanProblem, PlanWarning } from '@partner-office/domain'
import { Note } from '@partner-office/ui'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../../paths.ts'
import { idOf, tabOf } from './plan-form.ts'

type SummaryProps = {
  readonly problems: readonly PlanProblem[]
  readonly warnings: readonly PlanWarning[]
  /** Moves the focus to a place of the form. */
  readonly onMove: (place: string) => void
}

/** How many places need a change, and where; what may be a mistake. Source: requirements PLN-006, PLN-007. */
export function PlanSummary({ problems, warnings, onMove }: SummaryProps) {
  const { t } = useTranslation()
  return (
    <div className="stack gap-3" role="status">
      {problems.length > 0 && (
        <Note tone="red">
          <b data-problems={problems.length}>{t('plan.needChange', { count: problems.length })}</b>{' '}
          <ul className="plan-places">
            {problems.slice(0, MOST_SHOWN).map(({ place, problem }) => (
              <li key={`${place} ${problem}`}>
                <PlaceLink place={place} onMove={onMove} />
              </li>
            ))}
            {problems.length > MOST_SHOWN && <li>…</li>}
          </ul>
        </Note>
      )}
      {warnings.length > 0 && (
        <Note tone="orange">
          <ul className="bullet-list">
            {warnings.map((warning) => (
              <li key={`${warning.place} ${warning.value} ${warning.other}`}>
                <PlaceLink place={warning.place} onMove={onMove} />:{' '}
                {t(`plan.warnings.${warning.kind}`, {
                  value: warning.value,
                  other: warning.other,
                })}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  )
}

/** Places that the note at the top links to. */
const MOST_SHOWN = 12

type LinkProps = Pick<SummaryProps, 'onMove'> & { readonly place: string }

function PlaceLink({ place, onMove }: LinkProps) {
  return (
    <Link
      from={PATHS.planDraft}
      to="."
      search={{ tab: tabOf(place) }}
      hash={idOf(place)}
      replace
      className="link"
      onClick={() => onMove(place)}
    >
      {place}
    </Link>
  )
}
