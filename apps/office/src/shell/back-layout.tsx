import { AppShell, Drawer, IconButton, Logo, SkipLink } from '@partner-office/ui'
import { ThemeButton } from '@partner-office/web'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { SideMenu } from './side-menu.tsx'

/** Header, sidebar, content and footer of a partner's pages. Source: requirements RTE-040, RTE-042. */
export function BackLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const brand = (
    <>
      <Logo />
      <b>{t('common.product')}</b>
    </>
  )
  return (
    <>
      <SkipLink>{t('common.skip')}</SkipLink>
      <AppShell
        menuLabel={t('menu.title')}
        brand={brand}
        side={<SideMenu />}
        footer={<Footer />}
        bottomBar={<BottomBar />}
        top={
          <>
            <span className="only-phone">
              <IconButton icon="menu" label={t('menu.open')} onClick={() => setMenuOpen(true)} />
            </span>
            <span className="only-phone row">{brand}</span>
            <span className="push" />
            <ThemeButton />
            <LanguageMenu />
            <ProfileMenu />
          </>
        }
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
