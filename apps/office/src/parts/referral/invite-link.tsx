import { Button, Card } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../lib/locale.ts'
import { useProfile } from '../../lib/profile.ts'
import { useCopy } from '../../lib/use-copy.ts'

/** The link that brings new partners into the first line. Source: requirements RTE-046. */
export function InviteLink() {
  const { t } = useTranslation()
  const copy = useCopy()
  const locale = useLocale()
  const { invite } = useProfile()
  const address = `${location.origin}/${locale}/registration/${invite}`
  return (
    <Card title={t('dashboard.invite')}>
      <p className="dim">{t('dashboard.inviteText')}</p>
      <div className="field">
        <span className="flabel" id="registration-link">
          {t('dashboard.registrationLink')}
        </span>
        <div className="copy">
          <bdi className="ell num" aria-labelledby="registration-link">
            {address.replace(/^https?:\/\//, '')}
          </bdi>
          <Button size="sm" icon="copy" onClick={() => copy(address)}>
            {t('dashboard.copy')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
