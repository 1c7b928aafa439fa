import type { ListedPartner, PartnerState } from '@partner-office/contracts'
import { StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

const LOOKS = {
  ACTIVE: 'good',
  INACTIVE: 'off',
  BLOCKED: 'bad',
  ERASED: 'off',
} as const satisfies Record<PartnerState, string>

/** The state of a partner, and that the partner is hidden or verified. */
export function PartnerStateMark({
  state,
  isHidden,
  isVerified,
}: Pick<ListedPartner, 'state' | 'isHidden' | 'isVerified'>) {
  const { t } = useTranslation()
  return (
    <span className="in-row wrap">
      <StateMark state={LOOKS[state]}>{t(`partners.states.${state}`)}</StateMark>
      {isHidden && <StateMark state="attention">{t('partners.hidden')}</StateMark>}
      {isVerified && <StateMark state="good">{t('partners.verified')}</StateMark>}
    </span>
  )
}
