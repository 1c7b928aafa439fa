import { NO_FILTERS, TEAM_RANGES, type TeamSearch, withChange } from '@partner-office/domain'
import { Button, Count, Dialog, Segments } from '@partner-office/ui'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import type { TeamSearchState } from '../lib/use-team-search.ts'
import { STATUS_KEYS } from './filter-texts.ts'
import { RangeFields } from './range-fields.tsx'

type FiltersProps = Pick<TeamSearchState, 'search' | 'change'>

/** Clears the filters of the advanced panel. Source: requirements TEA-018. */
export const withoutAdvanced = (search: TeamSearch): TeamSearch =>
  withChange(search, { status: NO_FILTERS.status, ranges: NO_FILTERS.ranges })

/** Number of active filters of the advanced panel. */
export const advancedCount = ({ status, ranges }: TeamSearch): number =>
  (status === 'any' ? 0 : 1) + Object.values(ranges).filter(Boolean).length

/** Status and the bounds of five figures. Source: requirements TEA-012 to TEA-017. */
export function AdvancedFilters({ search, change }: FiltersProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="advanced">
      <div className="field">
        <span className="filter-label" id={id}>
          {t('team.status')}
        </span>
        <Segments
          labelledBy={id}
          value={search.status}
          options={(['any', 'active', 'inactive'] as const).map((status) => ({
            value: status,
            text: t(STATUS_KEYS[status]),
          }))}
          onChange={(status) => change((now) => withChange(now, { status }))}
        />
      </div>
      {TEAM_RANGES.map((range) => (
        <RangeFields key={range} range={range} search={search} change={change} />
      ))}
    </div>
  )
}

type SheetProps = FiltersProps & {
  /** Number of matching members; undefined while it loads. */
  readonly count: number | undefined
  readonly onClose: () => void
}

/** The advanced panel on a phone: its button keeps the filters, closing it clears them. Source: requirements TEA-018. */
export function FilterSheet({ search, change, count, onClose }: SheetProps) {
  const { t } = useTranslation()
  const isKept = useRef(false)
  const isSet = advancedCount(search) > 0
  const leave = (): void => {
    if (!isKept.current && isSet) change(withoutAdvanced)
    onClose()
  }
  return (
    <Dialog
      title={
        <span className="in-row">
          {t('team.filters')} {isSet && <Count>{advancedCount(search)}</Count>}
        </span>
      }
      closeLabel={t('common.close')}
      onClose={leave}
      footer={(close) => (
        <div className="sheet-actions">
          <Button variant="ghost" onClick={() => change(withoutAdvanced)}>
            {t('team.clearAll')}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              isKept.current = true
              close()
            }}
          >
            {count === undefined ? t('team.show') : t('team.showCount', { count })}
          </Button>
        </div>
      )}
    >
      <AdvancedFilters search={search} change={change} />
    </Dialog>
  )
}
