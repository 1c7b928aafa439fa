import { getWelcome, postWelcome } from '@partner-office/contracts'
import { buttonClass, Loader, TextField } from '@partner-office/ui'
import { codeOf, LoadError, useDocumentTitle, useForm } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { NewPasswordField } from '../../parts/new-password-field.tsx'
import { PATHS } from '../../paths.ts'
import { FormFailure } from '../../shell/form-failure.tsx'
import { Gate } from '../../shell/gate.tsx'
import { SubmitButton } from '../../shell/submit-button.tsx'
import { type Begun, FirstFactor } from './first-factor.tsx'

/** The first sign-in: a password, then a second factor, in one visit. Source: requirements OPR-002. */
export function WelcomePage() {
  const { t } = useTranslation()
  const { token } = useParams({ from: PATHS.welcome })
  useDocumentTitle(t('page.title', { title: t('welcome.title') }))
  return (
    <Gate>
      <h1 className="heading-2">{t('welcome.title')}</h1>
      <Steps key={token} token={token} />
    </Gate>
  )
}

function Steps({ token }: { readonly token: string }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [begun, setBegun] = useState<Begun | null>(null)
  const link = useQuery(queryOf(api, getWelcome, { params: { token } }))
  if (link.isPending) return <Loader label={t('common.loading')} />
  if (link.data === undefined) {
    const isOver = ['not_found', 'validation_error'].includes(codeOf(link.error))
    if (isOver) return <LinkOver />
    return <LoadError query={link} />
  }
  if (begun !== null) return <FirstFactor token={token} begun={begun} />
  return <Password token={token} {...link.data} onBegun={setBegun} />
}

function LinkOver() {
  const { t } = useTranslation()
  return (
    <>
      <p role="alert">{t('welcome.over')}</p>
      <p className="subdued">{t('welcome.overText')}</p>
      <Link to={PATHS.signIn} className={buttonClass({ variant: 'secondary', block: true })}>
        {t('signIn.title')}
      </Link>
    </>
  )
}

type PasswordProps = {
  readonly token: string
  readonly email: string
  readonly endsAt: number
  readonly onBegun: (begun: Begun) => void
}

function Password({ token, email, endsAt, onBegun }: PasswordProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const form = useForm({
    fields: ['password'],
    send: async ({ password = '' }) =>
      onBegun(await api.call(postWelcome, { params: { token }, body: { password } })),
  })
  return (
    <form {...form.props} className="stack gap-4">
      <p className="subdued">{t('welcome.password')}</p>
      <TextField
        label={t('signIn.email')}
        value={email}
        readOnly
        autoComplete="username"
        dir="ltr"
      />
      <NewPasswordField form={form} name="password" label={t('password.new')} />
      <FormFailure form={form} />
      <SubmitButton form={form} busyLabel={t('welcome.saving')}>
        {t('welcome.next')}
      </SubmitButton>
      <p className="caption">
        {t('welcome.endsAt')} <Instant at={endsAt} />
      </p>
    </form>
  )
}
