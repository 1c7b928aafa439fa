import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'

import { useRequest } from '../lib/address.ts'
import type { Credentials } from '../lib/credentials.ts'
import { Gate } from '../shell/gate.tsx'
import { StartAgain } from '../shell/start-again.tsx'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { useSignIn } from './sign-in.ts'

/** Signs in with the password, then with the code of an authenticator if the account has one. Source: requirements API-050. */
export function LoginPage() {
  const { t } = useTranslation()
  const { application, backUrl } = useRequest()
  const [email, setEmail] = useState('')
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const [isRefused, setRefused] = useState(false)
  const signIn = useSignIn()
  if (application === undefined || backUrl === undefined || isRefused) {
    return <StartAgain page="login" />
  }
  const askCode = (known: Credentials): void => {
    setEmail(known.email)
    setCredentials(known)
  }
  return (
    <Gate footer={t('login.after')}>
      {credentials === null ? (
        <PasswordStep
          email={email}
          lead={<Trans i18nKey="login.lead" components={{ b: <b /> }} />}
          signIn={signIn}
          onCodeWanted={askCode}
          onRefused={() => setRefused(true)}
        />
      ) : (
        <CodeStep credentials={credentials} signIn={signIn} onBack={() => setCredentials(null)} />
      )}
    </Gate>
  )
}
