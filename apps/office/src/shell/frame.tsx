import { Outlet, useMatches } from '@tanstack/react-router'

import { useLocale } from '../lib/locale.ts'
import { useOffice, useStatus } from '../lib/office.ts'
import { CookieNotice } from '../parts/public/cookie-notice.tsx'
import { BackLayout } from './back-layout.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { FrontLayout } from './front-layout.tsx'

/** The page in the layout of its route, or the error screen. Source: requirements STA-018, STA-019. */
export function Frame() {
  const status = useStatus()
  const { config, cookies } = useOffice()
  const locale = useLocale()
  const { layout, body } = useMatches().at(-1)?.staticData ?? {}
  if (layout === 'back' && status.kind === 'error') return <ErrorScreen failure={status} />
  if (body === 'empty') return <Outlet />
  const Layout = layout === 'back' ? BackLayout : FrontLayout
  return (
    <>
      <Layout>
        <Outlet />
      </Layout>
      <CookieNotice locale={locale} config={config} cookies={cookies} />
    </>
  )
}
