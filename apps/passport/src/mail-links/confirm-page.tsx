import { postRegistrationConfirm } from '@partner-office/contracts'
import { Button, Loader } from '@partner-office/ui'
import { codeOf } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { Gate } from '../shell/gate.tsx'
import { nextStep } from '../shell/next-step.ts'
import { PageHead } from '../shell/page-head.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { SignInLink } from '../shell/sign-in-link.tsx'
import { LinkDone } from './link-done.tsx'

/** Where the link leads that confirms an address of e-mail. */
export function ConfirmPage() {
  return (
    <Gate>
      <Confirmation />
    </Gate>
  )
}

function Confirmation() {
  const { t } = useTranslation()
  const { api, mailedToken: token } = usePassport()
  const confirmed = useQuery({
    queryKey: ['confirm'],
    queryFn: () => api.call('passport', postRegistrationConfirm, { body: { token } }),
    enabled: token !== '',
    retryOnMount: false,
  })
  if (token === '' || codeOf(confirmed.error) === 'not_found') return <LinkOver />
  if (confirmed.isPending || confirmed.isFetching) return <Loader label={t('confirm.busy')} />
  if (confirmed.isError) return <Failed onRetry={() => void confirmed.refetch()} />
  return <LinkDone title={t('confirm.title')} text={t('confirm.text')} />
}

/** Unknown, used or too old: nobody is told which. A new password confirms the address as well. */
function LinkOver() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('link.over')} mark="failed" isBad>
        {t('confirm.over')}
      </PageHead>
      <div className="stack g3">
        <SignInLink className={nextStep}>{t('common.logIn')}</SignInLink>
        <p className="center">
          <PageLink to="forgot">{t('forgot.title')}</PageLink>
        </p>
      </div>
    </>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('confirm.failed')} mark="warning" isBad>
        {t('errors.internal_server_error')}
      </PageHead>
      <Button variant="primary" size="lg" block icon="retry" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </>
  )
}
