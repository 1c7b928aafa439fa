import { buttonClass } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { usePublicPage } from '../../parts/public/public-page.ts'
import { loginAt, registrationAt } from '../../paths.ts'

/** Links to the identity provider for visitors, if switched on. Source: requirements LND-002; decisions D-035. */
export function SignInButtons() {
  const { t } = useTranslation()
  const { locale, config, isSignedIn } = usePublicPage()
  if (isSignedIn) return null
  return (
    <div className="in-row wrap gap-3 hero-buttons">
      {config.allows('registration') && (
        <a
          href={registrationAt(locale)}
          className={buttonClass({ variant: 'primary', size: 'lg' })}
        >
          {t('common.signUp')}
        </a>
      )}
      {config.allows('login') && (
        <a href={loginAt(locale)} className={buttonClass({ size: 'lg' })}>
          {t('common.logIn')}
        </a>
      )}
    </div>
  )
}
