import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useRequest } from '../lib/address.ts'
import { Gate } from '../shell/gate.tsx'
import { StartAgain } from '../shell/start-again.tsx'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'
import type { Credentials } from './sign-in.ts'

/** Signs in with the password, then with the code of an authenticator if the account has one. Source: requirements API-050. */
export function LoginPage() {
  const { t } = useTranslation()
  const { application, backUrl } = useRequest()
  const [email, setEmail] = useState('')
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const [isRefused, setRefused] = useState(false)
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
        <PasswordStep email={email} onCodeWanted={askCode} onRefused={() => setRefused(true)} />
      ) : (
        <CodeStep credentials={credentials} onBack={() => setCredentials(null)} />
      )}
    </Gate>
  )
}
