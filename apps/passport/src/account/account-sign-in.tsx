import { useTranslation } from 'react-i18next'

import { useOfficeAddress } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'
import { LoginSteps } from '../login/login-steps.tsx'
import { Gate } from '../shell/gate.tsx'

/** Asks for a sign-in in place of an account page. */
export function AccountSignIn() {
  const { t } = useTranslation()
  const { api, config, session } = usePassport()
  const officeAddress = useOfficeAddress()
  const request = { application: config.hosts.product, backUrl: officeAddress('catch') }
  return (
    <Gate footer={t('account.signInAfter')}>
      <LoginSteps
        lead={t('account.signInLead')}
        signIn={session.signIn(api, request)}
        onRefused={() => {}}
      />
    </Gate>
  )
}
