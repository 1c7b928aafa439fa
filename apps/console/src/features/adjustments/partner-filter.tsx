import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { NumberFilter } from '../../parts/number-filter.tsx'
import { PATHS } from '../../paths.ts'

/** Shows what one partner has, by the partner's number; it stays when the tab changes. */
export function PartnerFilter() {
  const { t } = useTranslation()
  const { partner } = useSearch({ from: `/frame${PATHS.adjustments}` })
  const navigate = useNavigate({ from: PATHS.adjustments })
  return (
    <NumberFilter
      name={t('adjustments.partner')}
      hint={t('adjustments.partnerHint')}
      value={partner}
      onChange={(value) => void navigate({ search: (before) => ({ ...before, partner: value }) })}
    />
  )
}
