import { Icon } from '@partner-office/ui'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../lib/locale.ts'
import { BOTTOM } from './menu.ts'

/** The first pages of the menu, in reach of the thumb. */
export function BottomBar() {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <nav className="bottombar" aria-label={t('menu.first')}>
      {BOTTOM.map(({ to, icon, key }) => (
        <Link
          key={to}
          to={to}
          params={{ locale } as never}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon name={icon} size={22} />
          <span>{t(key)}</span>
        </Link>
      ))}
    </nav>
  )
}
