import { buttonClass, Note } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../lib/formats/locale.ts'
import { useOffice } from '../lib/session/office.ts'
import { useProfile } from '../lib/session/profile.ts'

/** Asks for a selfie if the account waits for one. Source: requirements RTE-043, RTE-044; decisions D-009. */
export function SelfieBanner() {
  const { t } = useTranslation()
  const { config } = useOffice()
  const locale = useLocale()
  if (!useProfile().selfieRequired) return null
  const address = config.property('selfieUrl') || config.passportPage(locale, 'resume-account')
  return (
    <section className="banner" aria-label={t('selfie.title')}>
      <Note
        tone="orange"
        action={
          <a href={address} className={buttonClass({ size: 'sm' })}>
            {t('selfie.action')}
          </a>
        }
      >
        <b>{t('selfie.title')}</b> {t('selfie.text')}
      </Note>
    </section>
  )
}
