import { Logo } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { ThemeButton } from './theme-button.tsx'

type GateHeaderProps = {
  /** Classes of the name, and of the buttons at the end. */
  readonly className: { readonly brand: string; readonly buttons: string }
  readonly languageMenu: ReactNode
}

/** Header of a page without navigation: the product, the theme and the language. */
export function GateHeader({ className, languageMenu }: GateHeaderProps) {
  const { t } = useTranslation()
  return (
    <>
      <span className={className.brand}>
        <Logo />
        <b>{t('common.product')}</b>
      </span>
      <span className={className.buttons}>
        <ThemeButton />
        {languageMenu}
      </span>
    </>
  )
}
