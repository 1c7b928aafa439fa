import { useTranslation } from 'react-i18next'

import { MenuLink } from './menu-link.tsx'
import { BOTTOM } from './menu.ts'

/** The main pages, at the bottom of a phone. */
export function BottomBar() {
  const { t } = useTranslation()
  return (
    <nav className="bottombar" aria-label={t('menu.first')}>
      {BOTTOM.map((entry) => (
        <MenuLink key={entry.to} entry={entry} iconSize={22} />
      ))}
    </nav>
  )
}
