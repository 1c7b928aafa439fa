import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import './bonus.css'

type WhyProps = { readonly onExplain: () => void; readonly children: ReactNode }

/** An amount that opens its explanation. */
export function WhyButton({ onExplain, children }: WhyProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="why-button"
      aria-haspopup="dialog"
      title={t('explain.title')}
      onClick={onExplain}
    >
      {children}
    </button>
  )
}
