import type { Endpoint } from '@partner-office/contracts'
import { StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

/** Whether an endpoint gets events, and if not, why. */
export function EndpointState({ offBecause }: Pick<Endpoint, 'offBecause'>) {
  const { t } = useTranslation()
  if (offBecause === null) return <StateMark state="good">{t('webhooks.states.on')}</StateMark>
  return (
    <StateMark state={offBecause === 'noSuccess' ? 'bad' : 'attention'}>
      {t(`webhooks.states.${offBecause}`)}
    </StateMark>
  )
}
