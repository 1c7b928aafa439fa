import { getToday } from '@partner-office/contracts'
import { Icon, Logo, VisuallyHidden } from '@partner-office/ui'
import { KeyCap } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../lib/console.ts'
import { shortCount } from '../lib/figures.ts'
import { hasOneOf } from '../lib/session.ts'
import { useLive } from '../lib/use-live.ts'
import { PATHS } from '../paths.ts'
import { MENU, type MenuPage } from './menu.ts'
import { OperatorMenu } from './operator-menu.tsx'
import { UtcClock } from './utc-clock.tsx'

/** The start page, which shares the answer, asks more often. */
const WAITING_MS = 30_000

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
  const { operator, openProposals } = useSignedIn()
  const { data: today } = useLive(getToday, WAITING_MS)
  const countOf = ({ to, waiting = [] }: MenuPage): number =>
    to === PATHS.proposals
      ? openProposals
      : (today?.waiting ?? [])
          .filter(({ kind }) => waiting.includes(kind))
          .reduce((sum, { count }) => sum + count, 0)
  const groups = MENU.map(({ title, pages }) => ({
    title,
    pages: pages.filter(({ roles }) => hasOneOf(operator.roles, roles)),
  })).filter(({ pages }) => pages.length > 0)
  return (
    <nav aria-label={t('menu.pages')}>
      {groups.map(({ title, pages }) => (
        <div key={title} className="console-group">
          <h2 className="rail-hidden">{t(title)}</h2>
          {pages.map((page) => (
            <PageLink key={page.to} page={page} count={countOf(page)} />
          ))}
        </div>
      ))}
    </nav>
  )
}

type PageLinkProps = {
  readonly page: MenuPage
  /** How much waits for the operator on the page. */
  readonly count: number
}

/** A page of the menu and how much waits there; 0 is not shown. Source: requirements APR-012, TOD-001. */
function PageLink({ page: { to, text, icon, key }, count }: PageLinkProps) {
  const { t } = useTranslation()
  return (
    <Link to={to} title={t(text)} aria-keyshortcuts={`g ${key}`}>
      <Icon name={icon} size={16} />
      <span className="page-name">{t(text)}</span>
      {count > 0 && (
        <>
          <span className="page-count" aria-hidden="true">
            {shortCount(count)}
          </span>{' '}
          <VisuallyHidden>{t('menu.waiting', { count })}</VisuallyHidden>
        </>
      )}
    </Link>
  )
}
