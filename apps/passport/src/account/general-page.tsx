import {
  type CallReply,
  type getPassportUser,
  postEmailChange,
  putPassportUser,
} from '@partner-office/contracts'
import { checkContact } from '@partner-office/domain'
import { Button, Card, Note, SelectField, TextField } from '@partner-office/ui'
import { LANGUAGES } from '@partner-office/locales'
import { changesOf, useForm, useSessionDraft } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { EmailText } from '../shell/email-text.tsx'
import { AccountPage } from './account-page.tsx'
import { LoadedCard } from './loaded-card.tsx'
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
      <LoadedCard query={user} failed="general.failed" rows={2}>
        {(account) => (
          <>
            <ContactCard account={account} />
            <EmailCard account={account} />
          </>
        )}
      </LoadedCard>
    </AccountPage>
  )
}

type CardProps = { readonly account: CallReply<typeof getPassportUser> }

function ContactCard({ account }: CardProps) {
  const { t } = useTranslation()
  const { config } = usePassport()
  const { form, isSaved, readNewest } = useContact(account)
  return (
    <Card title={t('general.contact')}>
      <CardForm
        form={form}
        help={(code) =>
          code === 'changed_meanwhile' && (
            <Button size="sm" onClick={readNewest}>
              {t('common.readNewest')}
            </Button>
          )
        }
        done={
          isSaved && (
            <Note tone="green" live>
              {t('general.saved')}
            </Note>
          )
        }
        buttons={<SaveButton form={form}>{t('general.save')}</SaveButton>}
      >
        <div className="two-columns">
          <TextField
            label={t('form.phone')}
            {...form.field('phone')}
            type="tel"
            autoComplete="tel"
            dir="ltr"
          />
          <SelectField label={t('form.language')} {...form.field('language')}>
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

const NO_CONTACT = { phone: '', language: '' }
const NO_EMAIL = { email: '' }

/** What was typed and not saved yet is kept as a draft. Only changed values are sent, so that no older value is stored again. */
function useContact({ id, phone, language, version }: CardProps['account']) {
  const { api } = usePassport()
  const queries = useQueryClient()
  const [typed, setTyped, forget] = useSessionDraft(`contact-${id}`, NO_CONTACT)
  const [isSaved, setSaved] = useState(false)
  const stored = { phone: phone ?? '', language }
  const changes = changesOf(typed, stored)
  const form = useForm({
    fields: [],
    apart: ['phone', 'language'],
    controlled: {
      values: { ...stored, ...typed },
      change: (changed) => setTyped({ ...typed, ...changed }),
    },
    send: async () => {
      setSaved(false)
      checkContact(changes)
      const body = { ...changes, version }
      queries.setQueryData(QUERY.user, await api.call('passport', putPassportUser, { body }))
      forget()
      setSaved(true)
    },
  })
  // The newest values answer the refusal; what was typed stays.
  const readNewest = () =>
    void queries.invalidateQueries({ queryKey: QUERY.user }).then(() => form.changed('version'))
  return { form, isSaved, readNewest }
}

function EmailCard({ account: { id, email } }: CardProps) {
  const { t } = useTranslation()
  const { form, isAsked, sentTo } = useEmailChange(id)
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
          {...form.field('email')}
          label={t('general.newEmail')}
          hint={t('general.newEmailHint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          required
        />
        <PasswordPrompt form={form} isAsked={isAsked} />
      </CardForm>
    </Card>
  )
}

/** What was typed and not sent yet is kept as a draft. */
function useEmailChange(accountId: number) {
  const { api } = usePassport()
  const [typed, type, forget] = useSessionDraft(`email-${accountId}`, NO_EMAIL)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { isAsked, onFailed } = usePasswordPrompt()
  const form = useForm({
    fields: ['email'],
    apart: ['password'],
    controlled: { values: { ...NO_EMAIL, ...typed }, change: type },
    send: async ({ email: wanted = '', password = '' }) => {
      await api.call('passport', postEmailChange, { body: { email: wanted, password } })
      forget()
      setSentTo(wanted)
    },
    onFailed,
  })
  return { form, isAsked, sentTo }
}
