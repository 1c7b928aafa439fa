import type { Mark, RiskMark } from '@partner-office/contracts'
import { Chip } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { markText } from './mark-text.ts'

/** Marks that hold a payout back; the others ask for a closer look. */
const BARS: readonly RiskMark[] = [
  'blocked',
  'account_closed',
  'payouts_off',
  'route_disabled',
  'stopped',
  'unverified_again',
  '2fa_disabled',
  'balance_negative',
]

const toneOf = (name: RiskMark) => (BARS.includes(name) ? 'red' : 'orange')

/** The names of marks, each with its sentence as a tooltip. */
export function MarkChips({ marks }: { readonly marks: readonly Mark[] }) {
  const { t } = useTranslation()
  if (marks.length === 0) return '–'
  return (
    <span className="in-row wrap gap-1">
      {marks.map((mark) => (
        <span key={mark.name} title={markText(t, mark)}>
          <Chip tone={toneOf(mark.name)}>{t(`payouts.marks.${mark.name}`)}</Chip>
        </span>
      ))}
    </span>
  )
}

/** Marks with their sentences. Source: requirements PQU-002. */
export function MarkList({ marks }: { readonly marks: readonly Mark[] }) {
  const { t } = useTranslation()
  if (marks.length === 0) return <p className="muted">{t('payouts.noMarks')}</p>
  return (
    <ul className="bullet-list stack gap-1">
      {marks.map((mark) => (
        <li key={mark.name}>
          <Chip tone={toneOf(mark.name)}>{t(`payouts.marks.${mark.name}`)}</Chip>{' '}
          {markText(t, mark)}
        </li>
      ))}
    </ul>
  )
}
