import {
  type Bounds,
  readBound,
  readTypedCount,
  type TeamRange,
  withChange,
} from '@partner-office/domain'
import { Field } from '@partner-office/ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import type { TeamSearchState } from '../lib/use-team-search.ts'
import { countText } from '../../../lib/formats/formats.ts'
import { readOrNull } from '../../../lib/formats/read-amount.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { useAmountProblem } from '../../../parts/figures/use-amount-problem.ts'
import { isSize, RANGE_KEYS } from './filter-texts.ts'
import { useDraft } from './use-draft.ts'

/** Longest bound with its separators. */
const MOST_CHARACTERS = 24

type RangeProps = Pick<TeamSearchState, 'search' | 'change'> & { readonly range: TeamRange }

/** Lower and upper bound of one figure. Source: requirements TEA-013 to TEA-017. */
export function RangeFields(props: RangeProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="filter-label" id={id}>
        {t(RANGE_KEYS[props.range])}
      </span>
      <div className="pair">
        <BoundField {...props} side="min" />
        <BoundField {...props} side="max" />
      </div>
    </div>
  )
}

function BoundField({ search, change, range, side }: RangeProps & { side: keyof Bounds }) {
  const { t } = useTranslation()
  const { style, figure: figureOf } = useFormat()
  const problem = useAmountProblem('EUR')
  const readTyped = (typed: string): string | null =>
    isSize(range) ? readTypedCount(typed) : readOrNull(typed, style)
  const { input, isRefused } = useDraft({
    value: search.ranges[range]?.[side] ?? '',
    read: (typed) => (typed.trim() === '' ? '' : readBound(range, readTyped(typed) ?? '')),
    show: (bound) =>
      bound === '' ? '' : isSize(range) ? countText(Number(bound), style) : figureOf(bound, 'EUR'),
    apply: (bound) =>
      change((now) =>
        withChange(now, {
          ranges: { ...now.ranges, [range]: withBound(now.ranges[range], side, bound) },
        }),
      ),
  })
  const figure = t(RANGE_KEYS[range])
  const wrong = isSize(range) ? t('team.numberInvalid') : (problem(input.value) ?? problem(''))
  return (
    <Field
      label={side === 'min' ? t('team.fromOf', { figure }) : t('team.toOf', { figure })}
      labelHidden
      error={isRefused ? wrong : undefined}
    >
      {(field) => (
        <input
          {...field}
          {...input}
          className="input"
          inputMode={isSize(range) ? 'numeric' : 'decimal'}
          autoComplete="off"
          maxLength={MOST_CHARACTERS}
          placeholder={side === 'min' ? t('team.fromField') : t('team.toField')}
        />
      )}
    </Field>
  )
}

/** Sets one bound; undefined where no bound is left. */
function withBound(
  bounds: Bounds | undefined,
  side: keyof Bounds,
  bound: string,
): Bounds | undefined {
  const { [side]: _, ...other } = bounds ?? {}
  const next = bound === '' ? other : { ...other, [side]: bound }
  return Object.keys(next).length === 0 ? undefined : next
}
