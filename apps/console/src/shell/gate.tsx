import { Logo, MAIN } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** One centred card, before the sign-in. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="console-gate">
      <main id={MAIN} tabIndex={-1} className="card console-card">
        <GateBrand />
        {children}
      </main>
      <footer className="caption console-gate-foot">
        <bdi>{location.host}</bdi>
        <span>{t('gate.notForPartners')}</span>
        <span>{t('gate.audited')}</span>
      </footer>
    </div>
  )
}

/** The product and its part. */
export function GateBrand() {
  const { t } = useTranslation()
  return (
    <div className="in-row gap-3">
      <Logo size={32} />
      <div>
        <p className="bold">{t('common.product')}</p>
        <p className="meta">{t('gate.console')}</p>
      </div>
    </div>
  )
}
