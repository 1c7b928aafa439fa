import { TextsNote } from '@partner-office/web'
import { type ReactNode, useMemo } from 'react'

import { visitCounter } from '../lib/referral/count-visit.ts'
import { inviterReader } from '../lib/referral/inviter.ts'
import { useLocale } from '../lib/formats/locale.ts'
import { useOffice } from '../lib/session/office.ts'
import { PublicFrame } from '../parts/public/public-frame.tsx'
import { PublicPageContext } from '../parts/public/public-page.ts'
import { OfficeLanguages } from './office-languages.tsx'

/** The layout of public pages behind the start-up. Source: requirements RTE-039. */
export function FrontLayout({ children }: { children: ReactNode }) {
  const { config, cookies, api, startUp, texts } = useOffice()
  const locale = useLocale()
  const { isSignedIn } = startUp
  const page = useMemo(
    () => ({
      locale,
      config,
      cookies,
      readInviter: inviterReader(api),
      countVisit: isSignedIn ? null : visitCounter(api),
      isSignedIn,
    }),
    [locale, config, cookies, api, isSignedIn],
  )
  return (
    <PublicPageContext value={page}>
      <PublicFrame languages={<OfficeLanguages />}>
        <TextsNote texts={texts} />
        {children}
      </PublicFrame>
    </PublicPageContext>
  )
}
