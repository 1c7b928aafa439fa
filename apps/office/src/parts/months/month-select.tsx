import { Icon, IconButton } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { monthShown } from '../../lib/formats/formats.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import type { BonusMonth } from './use-bonus-month.ts'
import './months.css'

/** Chooses a month, or steps to the one before and after. Source: requirements INF-001, INF-003 to INF-005. */
export function MonthSelect({ shown, months, show }: BonusMonth) {
  const { t } = useTranslation()
  const locale = useLocale()
  const at = months.indexOf(shown)
  const older = months[at + 1]
  const newer = months[at - 1]
  return (
    <div className="in-row month-select">
      <IconButton
        icon="back"
        variant="secondary"
        label={t('infinity.older')}
        disabled={older === undefined}
        onClick={() => show(older ?? shown)}
      />
      <span className="select-wrap grow">
        <select
          className="select"
          aria-label={t('infinity.month')}
          value={shown}
          onChange={({ target }) => show(Number(target.value))}
        >
          {months.map((month) => (
            <option key={month} value={month}>
              {monthShown(month, locale)}
            </option>
          ))}
        </select>
        <Icon name="down" size={18} />
      </span>
      <IconButton
        icon="forward"
        variant="secondary"
        label={t('infinity.newer')}
        disabled={newer === undefined}
        onClick={() => show(newer ?? shown)}
      />
    </div>
  )
}
