import { Button, buttonClass } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'

/** A way to a new payout; none where the operators switched payouts off. Source: decisions D-035. */
export function NewPayout() {
  const { t } = useTranslation()
  const { config, kept } = useOffice()
  if (!config.allows('payout') || !config.isOn('permissionsPayout')) return null
  if (kept !== null) {
    return (
      <Button variant="primary" disabledReason={t('device.readOnly')}>
        {t('menu.payout')}
      </Button>
    )
  }
  return (
    <AppLink to={PATHS.payout} className={buttonClass({ variant: 'primary' })}>
      {t('menu.payout')}
    </AppLink>
  )
}
