import { Note } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { AccountPage } from './account-page.tsx'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { DataCard } from './data-card.tsx'
import { LoadedCard } from './loaded-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { useSecurity } from './queries.ts'
import { RecoveryCard } from './recovery-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Password, authenticator, recovery codes, passkeys, sessions and personal data. Source: decisions D-114; VER-007. */
export function SecurityPage() {
  const { t } = useTranslation()
  const security = useSecurity()
  return (
    <AccountPage title={t('account.security')} lead={t('security.lead')}>
      <LoadedCard query={security} failed="security.failed" rows={3}>
        {(state) => (
          <>
            <PasswordCard changedAt={state.passwordChangedAt} />
            <AuthenticatorCard isOn={state.hasAuthenticator} />
            {state.hasAuthenticator && <RecoveryCard left={state.recoveryCodesLeft} />}
            <PasskeysCard />
            <SessionsCard />
            <DataCard
              exportRequestedAt={state.exportRequestedAt}
              erasureRequestedAt={state.erasureRequestedAt}
            />
          </>
        )}
      </LoadedCard>
      <Note>{t('security.payoutNote')}</Note>
    </AccountPage>
  )
}
