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
import { LinkOver } from './link-over.tsx'

/** Confirms an e-mail address with the token of a mailed link. */
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
  if (token === '' || codeOf(confirmed.error) === 'not_found') return <ConfirmLinkOver />
  if (confirmed.isPending || confirmed.isFetching) return <Loader label={t('confirm.busy')} />
  if (confirmed.isError) return <Failed onRetry={() => void confirmed.refetch()} />
  return <LinkDone title={t('confirm.title')} text={t('confirm.text')} />
}

/** A new password confirms the address as well. */
function ConfirmLinkOver() {
  const { t } = useTranslation()
  return (
    <LinkOver text={t('confirm.over')}>
      <div className="stack gap-3">
        <SignInLink className={nextStep}>{t('common.logIn')}</SignInLink>
        <p className="center">
          <PageLink to="forgot">{t('forgot.title')}</PageLink>
        </p>
      </div>
    </LinkOver>
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
