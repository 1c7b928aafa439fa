import { AppShell, IconButton, Logo, SkipLink } from '@partner-office/ui'
import { PageNotices, TextsNote, ThemeButton } from '@partner-office/web'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { NewsBell } from '../features/news/news-bell.tsx'
import { useOffice } from '../lib/session/office.ts'
import { useWindowClass } from '../lib/browser/window-class.ts'
import { Later } from '../parts/states/later.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { OfficeLanguages } from './office-languages.tsx'
import { KeptDashboard } from './kept-dashboard.tsx'
import { StaleNote } from './stale-note.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'
import { SelfieBanner } from './selfie-banner.tsx'
import { SideMenu } from './side-menu.tsx'
import { useFoldedMenu } from './use-folded-menu.ts'
import { useStoredData } from './use-stored-data.ts'

/** Units: CSS pixels. */
const FOOTER_HEIGHT = 320

/** Header, sidebar, content and footer of a partner's pages. Source: requirements RTE-040, RTE-042, NAV-015. */
export function BackLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { texts } = useOffice()
  const [isMenuOpen, setMenuOpen] = useState(false)
  // A phone opens the menu in a drawer: the hidden one would only delay the page.
  const isPhone = useWindowClass() === 'phone'
  const fold = useFoldedMenu()
  useStoredData()
  return (
    <>
      <SkipLink>{t('common.skip')}</SkipLink>
      <AppShell
        menuLabel={t('menu.title')}
        isRail={fold.isFolded}
        brand={<Brand />}
        side={isPhone ? null : <SideMenu />}
        footer={
          <Later placeholder={<div style={{ minBlockSize: FOOTER_HEIGHT }} />}>
            <Footer />
          </Later>
        }
        bottomBar={<BottomBar />}
        top={<Header isMenuOpen={isMenuOpen} onMenuOpen={() => setMenuOpen(true)} fold={fold} />}
      >
        <TextsNote texts={texts} />
        <Content>{children}</Content>
        <PageNotices page={useLocation().pathname} />
      </AppShell>
      <ScrollToTop />
      {isMenuOpen && <PhoneMenu onClose={() => setMenuOpen(false)} />}
    </>
  )
}

/** The page, or what is kept of it without a connection. */
function Content({ children }: { children: ReactNode }) {
  const { kept } = useOffice()
  if (kept !== null) return <KeptDashboard at={kept}>{children}</KeptDashboard>
  return (
    <>
      <StaleNote />
      <SelfieBanner />
      {children}
    </>
  )
}

function Brand() {
  const { t } = useTranslation()
  return (
    <>
      <Logo />
      <b className="brand-name">{t('common.product')}</b>
    </>
  )
}

type HeaderProps = {
  readonly isMenuOpen: boolean
  readonly onMenuOpen: () => void
  readonly fold: ReturnType<typeof useFoldedMenu>
}

function Header({ isMenuOpen, onMenuOpen, fold }: HeaderProps) {
  const { t } = useTranslation()
  const { kept } = useOffice()
  return (
    <>
      <span className="only-phone">
        <IconButton
          icon="menu"
          label={t('menu.open')}
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onClick={onMenuOpen}
        />
      </span>
      <span className="only-phone in-row">
        <Brand />
      </span>
      <span className="only-tablet">
        <IconButton
          icon="menu"
          label={t(fold.isFolded ? 'menu.unfold' : 'menu.fold')}
          onClick={fold.toggle}
        />
      </span>
      <span className="push" />
      <span className="only-tablet">
        <ThemeButton />
      </span>
      {kept === null && (
        <>
          <OfficeLanguages />
          <NewsBell />
        </>
      )}
      <ProfileMenu />
    </>
  )
}
