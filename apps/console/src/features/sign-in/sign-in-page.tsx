import { useDocumentTitle } from '@partner-office/web'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { PATHS } from '../../paths.ts'
import { Gate } from '../../shell/gate.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The sign-in of operators. It comes back to the page that was asked for. */
export function SignInPage() {
  const { t } = useTranslation()
  const { session } = useConsole()
  const { to = PATHS.start } = useSearch({ from: PATHS.signIn })
  const navigate = useNavigate()
  useDocumentTitle(t('page.title', { title: t('signIn.title') }))
  return (
    <Gate>
      <h1 className="heading-2">{t('signIn.title')}</h1>
      <SignInForm
        onSignedIn={(signedIn) => {
          session.open(signedIn)
          session.used()
          void navigate({ href: to, replace: true })
        }}
      />
      <p className="meta">{t('signIn.lost')}</p>
    </Gate>
  )
}
