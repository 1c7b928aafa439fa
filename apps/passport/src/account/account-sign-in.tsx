import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOfficeAddress } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'
import { CodeStep } from '../login/code-step.tsx'
import { PasswordStep } from '../login/password-step.tsx'
import type { Credentials, SignIn } from '../lib/credentials.ts'
import { Gate } from '../shell/gate.tsx'

/** Asks for a sign-in in place of an account page. */
export function AccountSignIn() {
  const { t } = useTranslation()
  const { api, config, session } = usePassport()
  const officeAddress = useOfficeAddress()
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const request = { application: config.hosts.product, backUrl: officeAddress('catch') }
  const signIn: SignIn = (known) => session.signIn(api, request, known)
  return (
    <Gate footer={t('account.signInAfter')}>
      {credentials === null ? (
        <PasswordStep
          email=""
          lead={t('account.signInLead')}
          signIn={signIn}
          onCodeWanted={setCredentials}
          onRefused={() => {}}
        />
      ) : (
        <CodeStep credentials={credentials} signIn={signIn} onBack={() => setCredentials(null)} />
      )}
    </Gate>
  )
}
