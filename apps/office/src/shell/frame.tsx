import { Outlet, useMatches } from '@tanstack/react-router'
import { Activity } from 'react'

import { useLocale } from '../lib/formats/locale.ts'
import { useOffice, useStatus } from '../lib/session/office.ts'
import { profileKey } from '../lib/session/profile-key.ts'
import { CookieNotice } from '../parts/public/cookie-notice.tsx'
import { BackLayout } from './back-layout.tsx'
import { ErrorContent, ErrorScreen } from './error-screen.tsx'
import { FrontLayout } from './front-layout.tsx'
import { usePageTitle } from './page-titles.ts'
import { type Status, VIEW_ENDED } from './start-up.ts'
import { ViewEnded } from './view-ended.tsx'

/**
 * The page in the layout of its route, or the error screen. A page that was open stays behind the screen, hidden: what was
 * typed is there again when the error has passed.
 *
 * Source: requirements STA-018, STA-019, RTE-039, RTE-040; decisions/0006-screens.md.
 */
export function Frame() {
  const status = useStatus()
  const { queries } = useOffice()
  const { layout, body, name = 'pageNotFound' } = useMatches().at(-1)?.staticData ?? {}
  usePageTitle(name)
  const isKnown = queries.getQueryData(profileKey) !== undefined
  if (status.kind === 'error' && status.code === VIEW_ENDED) return <ViewEnded />
  const failure = layout === 'back' && status.kind === 'error' ? status : null
  if (failure !== null && (body === 'empty' || !isKnown || !KEEPS_PAGE.has(failure.code))) {
    return <ErrorScreen failure={failure} />
  }
  if (body === 'empty') return <Outlet />
  const isOfPartner = name === 'pageNotFound' && isKnown && status.kind === 'success'
  return <Page isBack={layout === 'back' || isOfPartner} failure={failure} />
}

/** Errors that pass: at another attempt, or with another sign-in. */
const KEEPS_PAGE: ReadonlySet<string> = new Set([
  'invalid_token',
  'too_many_requests',
  'internal_server_error',
])

type PageProps = {
  readonly isBack: boolean
  readonly failure: Extract<Status, { kind: 'error' }> | null
}

function Page({ isBack, failure }: PageProps) {
  const { config, cookies } = useOffice()
  const locale = useLocale()
  const Layout = isBack ? BackLayout : FrontLayout
  // Without a session nothing of the partner is shown.
  const isOver = failure?.code === 'invalid_token'
  return (
    <>
      {isOver && <ErrorScreen failure={failure} />}
      <Activity mode={isOver ? 'hidden' : 'visible'}>
        <Layout>
          {failure !== null && !isOver && <ErrorContent failure={failure} />}
          <Activity mode={failure === null ? 'visible' : 'hidden'}>
            <Outlet />
          </Activity>
        </Layout>
      </Activity>
      {failure === null && <CookieNotice locale={locale} config={config} cookies={cookies} />}
    </>
  )
}
