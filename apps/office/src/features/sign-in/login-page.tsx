import { Loader } from '@partner-office/ui'
import { LoadError } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { MessagePage } from '../../shell/message-page.tsx'
import { signInAddress } from './sign-in-address.ts'

const PATIENCE_MS = 20_000
const RETRY_MS = 10_000

/** Redirects to the identity provider once it answers; after a failure it is asked again every ten seconds. Source: requirements STA-036, STA-037; decisions D-140. */
export function LoginPage() {
  const { t } = useTranslation()
  const { config } = useOffice()
  const locale = useLocale()
  const passport = useQuery({
    queryKey: ['passport'],
    queryFn: ({ signal }) => requireAnswer(config.hosts.domainPassport, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  })
  const { isSuccess } = passport
  useEffect(() => {
    if (isSuccess) location.replace(signInAddress(config, locale))
  }, [isSuccess, config, locale])
  if (!passport.isError) return <Loader label={t('common.loading')} />
  return (
    <MessagePage>
      <LoadError
        query={passport}
        title="signIn.unreachable"
        text={t('errors.internal_server_error')}
      />
    </MessagePage>
  )
}

/** Throws where the host does not answer: a redirect would end on the browser's own error page, without a way back. */
async function requireAnswer(host: string, signal: AbortSignal): Promise<true> {
  await fetch(`${host}/health/live`, {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  })
  return true
}
