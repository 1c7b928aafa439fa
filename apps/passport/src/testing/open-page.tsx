import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'

import { PassportContext } from '../lib/passport.ts'
import { queryCacheOf } from '../lib/query-cache.ts'
import { passportOf } from '../open-passport.tsx'
import { createPassportRouter } from '../routes.tsx'

/** Opens a page, with the token of a mail. */
export function openPage(path: string, mailedToken = ''): void {
  history.pushState(null, '', path)
  const passport = passportOf({ hosts: HOSTS, languages: ['en'], hasIncome: true }, mailedToken)
  render(
    <PassportContext value={passport}>
      <I18nextProvider i18n={passport.texts.i18n}>
        <QueryClientProvider client={queryCacheOf(passport.session)}>
          <RouterProvider router={createPassportRouter(passport)} />
        </QueryClientProvider>
      </I18nextProvider>
    </PassportContext>,
  )
}
