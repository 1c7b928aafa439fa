import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'

import { useRequest } from '../lib/address.ts'
import { Gate } from '../shell/gate.tsx'
import { StartAgain } from '../shell/start-again.tsx'
import { LoginSteps } from './login-steps.tsx'
import { useSignIn } from './sign-in.ts'

/** Signs in to the application of the request. Source: requirements API-050. */
export function LoginPage() {
  const { t } = useTranslation()
  const { application, backUrl } = useRequest()
  const [isRefused, setRefused] = useState(false)
  const signIn = useSignIn()
  if (application === undefined || backUrl === undefined || isRefused) {
    return <StartAgain page="login" />
  }
  return (
    <Gate footer={t('login.after')}>
      <LoginSteps
        lead={<Trans i18nKey="login.lead" components={{ b: <b /> }} />}
        signIn={signIn}
        onRefused={() => setRefused(true)}
      />
    </Gate>
  )
}
