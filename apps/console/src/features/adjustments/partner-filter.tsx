import { FilterInput } from '@partner-office/ui/console'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../../paths.ts'

/** Shows what one partner has, by the partner's number; it stays when the tab changes. */
export function PartnerFilter() {
  const { t } = useTranslation()
  const { partner } = useSearch({ from: `/frame${PATHS.adjustments}` })
  const navigate = useNavigate({ from: PATHS.adjustments })
  return (
    <FilterInput
      name={t('adjustments.partner')}
      hint={t('adjustments.partnerHint')}
      value={partner}
      maxLength={16}
      inputMode="numeric"
      pattern="[1-9][0-9]*"
      applyLabel={t('filters.apply')}
      clearLabel={t('filters.clear', { name: t('adjustments.partner') })}
      onChange={(value) => void navigate({ search: (before) => ({ ...before, partner: value }) })}
    />
  )
}
