import { postEmailBack, postEmailConfirm } from '@partner-office/contracts'
import { Button, Loader } from '@partner-office/ui'
import { codeOf, errorText } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { Gate } from '../shell/gate.tsx'
import { nextStep } from '../shell/next-step.ts'
import { PageHead } from '../shell/page-head.tsx'
import { SignInLink } from '../shell/sign-in-link.tsx'
import { LinkDone } from './link-done.tsx'
import { LinkOver } from './link-over.tsx'

/** Confirms another address of an account with the token of a mailed link. */
export function EmailConfirmPage() {
  return (
    <Gate>
      <EmailLink kind="confirm" />
    </Gate>
  )
}

/** Takes a change of address back with the token of a mailed link. */
export function EmailBackPage() {
  return (
    <Gate>
      <EmailLink kind="back" />
    </Gate>
  )
}

const CALLS = { confirm: postEmailConfirm, back: postEmailBack } as const

function EmailLink({ kind }: { kind: keyof typeof CALLS }) {
  const { t, i18n } = useTranslation()
  const { api, mailedToken: token } = usePassport()
  const used = useQuery({
    queryKey: ['e-mail link', kind],
    queryFn: () => api.call('passport', CALLS[kind], { body: { token } }),
    enabled: token !== '',
    retryOnMount: false,
  })
  if (token === '' || codeOf(used.error) === 'not_found') {
    return (
      <LinkOver text={t(`emailLink.${kind}Over`)}>
        <SignInLink className={nextStep}>{t('common.logIn')}</SignInLink>
      </LinkOver>
    )
  }
  if (used.isPending || used.isFetching) return <Loader label={t('common.loading')} />
  if (used.isError) {
    return (
      <>
        <PageHead title={t('emailLink.failed')} mark="warning" isBad>
          {errorText(i18n, codeOf(used.error))}
        </PageHead>
        <Button variant="primary" size="lg" block icon="retry" onClick={() => void used.refetch()}>
          {t('common.retry')}
        </Button>
      </>
    )
  }
  return <LinkDone title={t(`emailLink.${kind}`)} text={t(`emailLink.${kind}Text`)} />
}
