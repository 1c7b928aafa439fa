import { Icon, Logo, VisuallyHidden } from '@partner-office/ui'
import { KeyCap } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../lib/console.ts'
import { hasOneOf } from '../lib/session.ts'
import { PATHS } from '../paths.ts'
import { MENU } from './menu.ts'
import { OperatorMenu } from './operator-menu.tsx'
import { UtcClock } from './utc-clock.tsx'

type SideMenuProps = { readonly onFind: () => void; readonly onKeys: () => void }

/** The menu at the start side: from 1400 px with words, below that a rail of icons with tooltips. */
export function SideMenu({ onFind, onKeys }: SideMenuProps) {
  const { t } = useTranslation()
  return (
    <aside className="console-side" aria-label={t('menu.label')}>
      <Link to={PATHS.start} className="console-brand" title={t('common.product')}>
        <Logo size={26} />
        <span className="rail-hidden">
          {t('common.product')} <small>{t('menu.console')}</small>
        </span>
      </Link>
      <button
        type="button"
        className="console-find"
        title={t('command.title')}
        aria-keyshortcuts="Control+K"
        onClick={onFind}
      >
        <Icon name="search" size={16} />
        <span className="rail-hidden grow">{t('command.title')}</span>
        <span className="rail-hidden in-row" aria-hidden="true">
          <KeyCap>Ctrl</KeyCap> <KeyCap>K</KeyCap>
        </span>
      </button>
      <Pages />
      <div className="console-foot">
        <UtcClock />
        <OperatorMenu onKeys={onKeys} />
      </div>
    </aside>
  )
}

function Pages() {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const groups = MENU.map(({ title, pages }) => ({
    title,
    pages: pages.filter(({ roles }) => hasOneOf(operator.roles, roles)),
  })).filter(({ pages }) => pages.length > 0)
  return (
    <nav aria-label={t('menu.pages')}>
      {groups.map(({ title, pages }) => (
        <div key={title} className="console-group">
          <h2 className="rail-hidden">{t(title)}</h2>
          {pages.map(({ to, text, icon, key }) => (
            <Link key={to} to={to} title={t(text)} aria-keyshortcuts={`g ${key}`}>
              <Icon name={icon} size={16} />
              <span className="rail-hidden">{t(text)}</span>
              {to === PATHS.proposals && <OpenProposals />}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}

/** The number of proposals that the operator may approve. Source: requirements APR-012. */
function OpenProposals() {
  const { t } = useTranslation()
  const { openProposals } = useSignedIn()
  if (openProposals === 0) return null
  return (
    <span className="page-count">
      <span aria-hidden="true">{openProposals}</span>
      <VisuallyHidden>{t('menu.waiting', { count: openProposals })}</VisuallyHidden>
    </span>
  )
}
