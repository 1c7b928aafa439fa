import { Icon } from '@partner-office/ui'
import { useMatchRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { AppLink } from '../lib/navigation/app-link.tsx'
import type { Entry } from './menu.ts'

type MenuLinkProps = {
  readonly entry: Entry
  readonly iconSize: number
  readonly title?: string
  readonly onClick?: (() => void) | undefined
}

/** A link of a menu, marked as current while a page of its area is open. */
export function MenuLink({ entry: { to, also, icon, key }, iconSize, ...rest }: MenuLinkProps) {
  const { t } = useTranslation()
  const isBeside = useMatchRoute()({ to: also ?? to }) !== false
  return (
    <AppLink
      to={to}
      aria-current={isBeside ? 'page' : undefined}
      activeProps={{ 'aria-current': 'page' }}
      {...rest}
    >
      <Icon name={icon} size={iconSize} />
      <span className="menu-text">{t(key)}</span>
    </AppLink>
  )
}
