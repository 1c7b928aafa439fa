import { Button } from '@partner-office/ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Config } from '../../lib/configuration/config.ts'
import type { Cookies } from '../../lib/session/cookies.ts'
import { legalFilesOf } from '../../lib/configuration/legal-files.ts'
import './cookie-notice.css'

const ACCEPTED = 'acceptCookiePolicy'

type CookieNoticeProps = {
  readonly locale: string
  readonly config: Config
  readonly cookies: Cookies
}

/** Names the cookies until the visitor accepts them. Source: requirements NAV-043, CKI-005, CKI-007. */
export function CookieNotice({ locale, config, cookies }: CookieNoticeProps) {
  const { t } = useTranslation()
  // A pre-rendered page cannot know the cookies of its visitor.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(cookies.read(ACCEPTED) === null), [cookies])
  if (!isShown) return null
  const accept = (): void => {
    cookies.write(ACCEPTED, 'true')
    setShown(false)
  }
  return (
    <section className="consent" aria-label={t('cookies.title')}>
      <p className="grow">
        <b>{t('cookies.only')}</b> <span className="subdued">{t('cookies.text')}</span>{' '}
        <a className="link" href={legalFilesOf(config, locale).privacy}>
          {t('footer.privacy')}
        </a>
      </p>
      <Button variant="primary" onClick={accept}>
        {t('common.ok')}
      </Button>
    </section>
  )
}
