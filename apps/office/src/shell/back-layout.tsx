import { AppShell, Drawer, IconButton, Logo, SkipLink } from '@partner-office/ui'
import { ThemeButton } from '@partner-office/web'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { OfficeLanguages } from './office-languages.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { SideMenu } from './side-menu.tsx'

/** Header, sidebar, content and footer of a partner's pages. Source: requirements RTE-040, RTE-042. */
export function BackLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <>
      <SkipLink>{t('common.skip')}</SkipLink>
      <AppShell
        menuLabel={t('menu.title')}
        brand={<Brand />}
        side={<SideMenu />}
        footer={<Footer />}
        bottomBar={<BottomBar />}
        top={<Header onMenuOpen={() => setMenuOpen(true)} />}
      >
        {children}
      </AppShell>
      {isMenuOpen && (
        <Drawer
          side="start"
          title={t('menu.title')}
          closeLabel={t('common.close')}
          onClose={() => setMenuOpen(false)}
        >
          {(close) => <SideMenu onNavigate={close} />}
        </Drawer>
      )}
    </>
  )
}

function Brand() {
  const { t } = useTranslation()
  return (
    <>
      <Logo />
      <b>{t('common.product')}</b>
    </>
  )
}

function Header({ onMenuOpen }: { readonly onMenuOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="only-phone">
        <IconButton icon="menu" label={t('menu.open')} onClick={onMenuOpen} />
      </span>
      <span className="only-phone row">
        <Brand />
      </span>
      <span className="push" />
      <ThemeButton />
      <OfficeLanguages />
      <ProfileMenu />
    </>
  )
}
