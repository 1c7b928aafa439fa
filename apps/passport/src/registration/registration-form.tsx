import { postRegistration } from '@partner-office/contracts'
import { TextField } from '@partner-office/ui'
import { FormRefusal, registrationProblems } from '@partner-office/domain'
import { type Form, FormNote, refusedFields, useForm } from '@partner-office/web'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'

import { useLocale, useOfficeAddress, useRequest } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'
import { EmailField } from '../shell/email-field.tsx'
import { Gate } from '../shell/gate.tsx'
import { NewPasswordField } from '../shell/new-password-field.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { SignInLink } from '../shell/sign-in-link.tsx'
import { SubmitButton } from '../shell/submit-button.tsx'
import { CountryField } from './country-field.tsx'
import { SponsorLine } from './sponsor-line.tsx'

const FIELDS = ['firstName', 'lastName', 'email', 'country', 'password'] as const

type RegistrationFormProps = {
  readonly application: string
  /** Receives the e-mail address that the confirmation was sent to. */
  readonly onDone: (email: string) => void
  /** The service refused the application of the address. */
  readonly onRefused: () => void
}

/** The registration form, with the sponsor above it. */
export function RegistrationForm(props: RegistrationFormProps) {
  const { t } = useTranslation()
  const { referral } = useRequest()
  const [country, setCountry] = useState('')
  const form = useRegistration(props)
  return (
    <Gate width={520} footer={t('registration.after')}>
      <PageHead title={t('registration.title')}>
        <Trans i18nKey="registration.lead" components={{ b: <b /> }} />
      </PageHead>
      {referral !== undefined && (
        <SponsorLine referral={referral} isRefused={form.codesOf('referral').length > 0} />
      )}
      <form {...form.props} className="stack gap-4">
        <NameFields form={form} />
        <EmailField form={form} />
        <CountryField form={form} country={country} onChange={setCountry} />
        <NewPasswordField form={form} label={t('form.password')} />
        <FormNote form={form} />
        <SubmitButton form={form} busyLabel={t('registration.busy')}>
          {t('registration.submit')}
        </SubmitButton>
      </form>
      <p className="meta last">
        <Trans i18nKey="registration.login" components={{ a: <SignInLink /> }} />
      </p>
      <IncomeLink />
    </Gate>
  )
}

/** The link to what partners earned, above the form. Source: DIS-006. */
function IncomeLink() {
  const { t } = useTranslation()
  const { config } = usePassport()
  const addressOf = useOfficeAddress()
  if (!config.hasIncome) return null
  return (
    <p className="meta last">
      <a className="link" href={addressOf('income')}>
        {t('common.income')}
      </a>
    </p>
  )
}

function useRegistration({ application, onDone, onRefused }: RegistrationFormProps): Form {
  const { api } = usePassport()
  const language = useLocale()
  const { referral } = useRequest()
  return useForm({
    fields: FIELDS,
    // What is empty and what is wrong are shown together.
    required: [],
    apart: ['referral'],
    send: async ({ email = '', password, firstName = '', lastName = '', country }) => {
      const names = { firstName: firstName.trim(), lastName: lastName.trim() }
      FormRefusal.refuseAny(registrationProblems({ ...names, email, password, country }))
      const body = { ...names, email, password, country, referral, language, application }
      await api.call('passport', postRegistration, { body })
      onDone(email)
    },
    onFailed: (error) => {
      if (refusedFields(error).includes('application')) onRefused()
    },
  })
}

function NameFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation()
  return (
    <div className="two-columns">
      <TextField
        label={t('form.firstName')}
        {...form.field('firstName')}
        autoComplete="given-name"
        size="lg"
        required
      />
      <TextField
        label={t('form.lastName')}
        {...form.field('lastName')}
        autoComplete="family-name"
        size="lg"
        required
      />
    </div>
  )
}
