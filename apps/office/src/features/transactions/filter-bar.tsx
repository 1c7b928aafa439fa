import { Button, buttonClass, Count, Dialog, Icon, SelectField } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useWindowClass } from '../../lib/browser/window-class.ts'
import { BONUS_NAMES } from '../../parts/bonus/bonus-names.ts'
import {
  BONUS_HISTORY,
  FILTER_KINDS,
  FILTER_LEVELS,
  filterCount,
  NO_BONUS_FILTERS,
} from './bonus-filters.ts'
import { PeriodFields } from './period-fields.tsx'
import type { BonusFiltersState } from './use-bonus-filters.ts'

type FilterProps = { readonly state: BonusFiltersState }

/** Filters of the history. On a phone they are a sheet behind a button, beside the sort button. Source: requirements TRX-001 to TRX-005. */
export function FilterBar({ state }: FilterProps) {
  const { t } = useTranslation()
  const isPhone = useWindowClass() === 'phone'
  if (isPhone) return <PhoneBar state={state} />
  return (
    <section className="bonus-filters" aria-label={t('bonusHistory.filters')}>
      <Fields state={state} />
      {filterCount(state.filters) > 0 && <ClearButton state={state} />}
    </section>
  )
}

function Fields({ state: { filters, change } }: FilterProps) {
  const { t } = useTranslation()
  return (
    <>
      <PeriodFields period={filters} onChange={change} />
      <SelectField
        label={t('bonusHistory.kind')}
        value={filters.kind}
        onChange={({ target }) => change({ kind: BONUS_HISTORY.kind(target.value) ?? '' })}
      >
        <option value="">{t('bonusHistory.allKinds')}</option>
        {FILTER_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(BONUS_NAMES[kind])}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('bonusHistory.level')}
        value={filters.level}
        onChange={({ target }) =>
          change({ level: BONUS_HISTORY.level(Number(target.value)) ?? '' })
        }
      >
        <option value="">{t('bonusHistory.allLevels')}</option>
        {FILTER_LEVELS.map((level) => (
          <option key={level} value={level}>
            {level}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function ClearButton({ state: { change } }: FilterProps) {
  const { t } = useTranslation()
  return (
    <Button variant="ghost" onClick={() => change(NO_BONUS_FILTERS)}>
      {t('bonusHistory.clear')}
    </Button>
  )
}

function PhoneBar({ state }: FilterProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const count = filterCount(state.filters)
  return (
    <div className="bonus-actions">
      <button
        type="button"
        className={buttonClass({})}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="filters" size={18} />
        {t('bonusHistory.filters')} {count > 0 && <Count>{count}</Count>}
      </button>
      <SortButton state={state} />
      {isOpen && <Sheet state={state} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Sheet({ state, onClose }: FilterProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('bonusHistory.filters')}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={(close) => (
        <>
          <ClearButton state={state} />
          <Button variant="primary" onClick={close}>
            {t('bonusHistory.show')}
          </Button>
        </>
      )}
    >
      <div className="stack gap-4">
        <Fields state={state} />
      </div>
    </Dialog>
  )
}

/** Sort button for phones, where the list has no column heads. Source: requirements TRX-005. */
function SortButton({ state: { filters, change } }: FilterProps) {
  const { t } = useTranslation()
  const isNewest = filters.sort === 'paidAt|desc'
  return (
    <Button
      icon={isNewest ? 'descending' : 'ascending'}
      onClick={() => change({ sort: isNewest ? 'paidAt|asc' : 'paidAt|desc' })}
    >
      {isNewest ? t('bonusHistory.newest') : t('bonusHistory.oldest')}
    </Button>
  )
}
