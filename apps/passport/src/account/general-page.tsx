import { postEmailChange, putPassportUser } from '@partner-office/contracts'
import { Card, Note, SelectField, TextField } from '@partner-office/ui'
import { LANGUAGES } from '@partner-office/locales'
import { useForm } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { EmailText } from '../shell/email-text.tsx'
import { AccountPage } from './account-page.tsx'
import { Loaded } from './loaded.tsx'
import { CardForm } from './card-form.tsx'
import { PasswordPrompt, usePasswordPrompt } from './password-prompt.tsx'
import { QUERY, useUser } from './queries.ts'
import { SaveButton } from './save-button.tsx'

/** Phone number, language and e-mail address of the account. Source: decisions D-008, D-114. */
export function GeneralPage() {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <AccountPage title={t('account.general')} lead={t('general.lead')}>
      <Loaded query={user} failed={t('general.failed')} rows={2}>
        {({ email, phone, language }) => (
          <>
            <ContactCard phone={phone ?? ''} language={language} />
            <EmailCard email={email} />
          </>
        )}
      </Loaded>
    </AccountPage>
  )
}

function ContactCard({ phone, language }: { phone: string; language: string }) {
  const { t } = useTranslation()
  const { config } = usePassport()
  const { form, isSaved } = useContact()
  return (
    <Card title={t('general.contact')}>
      <CardForm
        form={form}
        done={
          isSaved && (
            <Note tone="green" live>
              {t('general.saved')}
            </Note>
          )
        }
        buttons={<SaveButton form={form}>{t('general.save')}</SaveButton>}
      >
        <div className="two">
          <TextField
            label={t('form.phone')}
            name="phone"
            type="tel"
            autoComplete="tel"
            dir="ltr"
            defaultValue={phone}
            error={form.errorOf('phone')}
          />
          <SelectField
            label={t('form.language')}
            name="language"
            defaultValue={language}
            error={form.errorOf('language')}
          >
            {config.languages.map((code) => (
              <option key={code} value={code} lang={code}>
                {LANGUAGES[code]}
              </option>
            ))}
          </SelectField>
        </div>
      </CardForm>
    </Card>
  )
}

function useContact() {
  const { api } = usePassport()
  const queries = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const form = useForm({
    fields: [],
    apart: ['phone', 'language'],
    send: async (body) => {
      setSaved(false)
      queries.setQueryData(QUERY.user, await api.call('passport', putPassportUser, { body }))
      setSaved(true)
    },
  })
  return { form, isSaved }
}

function EmailCard({ email }: { email: string }) {
  const { t } = useTranslation()
  const { form, isAsked, sentTo } = useEmailChange()
  return (
    <Card title={t('general.email')}>
      <p className="meta">
        <Trans i18nKey="general.emailNow" components={{ email: <EmailText email={email} /> }} />
      </p>
      <CardForm
        form={form}
        done={
          sentTo !== null && (
            <Note tone="green" live>
              <Trans
                i18nKey="general.emailSent"
                components={{ email: <EmailText email={sentTo} /> }}
              />
            </Note>
          )
        }
        buttons={
          <SaveButton form={form} variant="secondary">
            {t('general.changeEmail')}
          </SaveButton>
        }
      >
        <TextField
          label={t('general.newEmail')}
          hint={t('general.newEmailHint')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          required
          error={form.errorOf('email')}
        />
        <PasswordPrompt form={form} isAsked={isAsked} />
      </CardForm>
    </Card>
  )
}

function useEmailChange() {
  const { api } = usePassport()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { isAsked, onFailed } = usePasswordPrompt()
  const form = useForm({
    fields: ['email'],
    apart: ['password'],
    send: async ({ email: wanted = '', password = '' }) => {
      await api.call('passport', postEmailChange, { body: { email: wanted, password } })
      setSentTo(wanted)
    },
    onFailed,
  })
  return { form, isAsked, sentTo }
}
