import {
  deleteTwoFaGoogle,
  postTwoFaGoogle,
  postTwoFaGoogleConfirm,
} from '@partner-office/contracts'
import { Button, Card, Chip, CodeField, SecretCode, TextField } from '@partner-office/ui'
import { type Form, FormNote, useCopy, useForm } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { CardForm } from './card-form.tsx'
import { PasswordPrompt, usePasswordPrompt } from './password-prompt.tsx'
import { QUERY } from './queries.ts'
import { SaveButton } from './save-button.tsx'

type Secret = { readonly secret: string; readonly otpauthUrl: string }

/** Sets an authenticator up or removes it. Source: decisions D-085, D-114, D-150. */
export function AuthenticatorCard({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation()
  const chip = isOn ? (
    <Chip tone="green" icon="done">
      {t('authenticator.on')}
    </Chip>
  ) : (
    <Chip tone="orange" icon="clock">
      {t('authenticator.off')}
    </Chip>
  )
  return (
    <Card title={t('authenticator.title')} action={chip}>
      <p className="meta">{t('authenticator.lead')}</p>
      {isOn ? <Remove /> : <SetUp />}
    </Card>
  )
}

/** Forgets the secret once it is in use: after a removal the next set-up begins with another one. */
function SetUp() {
  const [secret, setSecret] = useState<Secret | null>(null)
  if (secret === null) return <Begin onSecret={setSecret} />
  return <Confirm {...secret} onCancel={() => setSecret(null)} />
}

function Begin({ onSecret }: { onSecret: (secret: Secret) => void }) {
  const { t } = useTranslation()
  const { api } = usePassport()
  const { isAsked, onFailed } = usePasswordPrompt()
  const form = useForm({
    fields: [],
    apart: ['password'],
    send: async (body) => onSecret(await api.call('passport', postTwoFaGoogle, { body })),
    onFailed,
  })
  return (
    <CardForm form={form} buttons={<SaveButton form={form}>{t('authenticator.begin')}</SaveButton>}>
      <PasswordPrompt form={form} isAsked={isAsked} />
    </CardForm>
  )
}

/** The button that opened the steps is gone: reading goes on with the first step. */
const takeFocus = (steps: HTMLElement | null): void => steps?.focus()

function Confirm({ secret, otpauthUrl, onCancel }: Secret & { onCancel: () => void }) {
  const { t } = useTranslation()
  const { form, code, change } = useConfirm()
  return (
    <form {...form.props} className="stack gap-4">
      <ol className="set-up" ref={takeFocus} tabIndex={-1}>
        <li>
          <p className="medium-weight">{t('authenticator.scan')}</p>
          <SecretShown secret={secret} otpauthUrl={otpauthUrl} />
        </li>
        <li>
          <p className="medium-weight">{t('authenticator.enter')}</p>
          <CodeField
            label={t('code.label')}
            {...form.field('code')}
            value={code}
            onChange={change}
            onComplete={() => {}}
          />
        </li>
      </ol>
      <FormNote form={form} />
      <div className="in-row between wrap gap-3">
        <p className="meta">{t('authenticator.once')}</p>
        <div className="in-row">
          <Button variant="ghost" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <SaveButton form={form}>{t('authenticator.turnOn')}</SaveButton>
        </div>
      </div>
    </form>
  )
}

function useConfirm() {
  const { api } = usePassport()
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const form = useForm({
    fields: ['code'],
    send: async (body) => {
      await api.call('passport', postTwoFaGoogleConfirm, { body })
      await queries.invalidateQueries({ queryKey: QUERY.security })
    },
    controlled: { values: { code }, change: ({ code: typed = '' }) => setCode(typed) },
    onFailed: () => setCode(''),
  })
  return { form, code, change: (typed: string) => form.change({ code: typed }) }
}

function SecretShown({ secret, otpauthUrl }: Secret) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <SecretCode
      secret={secret}
      otpauthUrl={otpauthUrl}
      texts={{
        code: t('authenticator.qr'),
        byHand: t('authenticator.byHand'),
        copy: t('authenticator.copy'),
      }}
      onCopy={() => copy(secret)}
    />
  )
}

function Remove() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <RemoveForm onCancel={() => setOpen(false)} />
  return (
    <div className="in-row">
      <Button onClick={() => setOpen(true)}>{t('authenticator.remove')}</Button>
    </div>
  )
}

function RemoveForm({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation()
  const form = useRemove()
  return (
    <CardForm
      form={form}
      buttons={
        <>
          <Button variant="ghost" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <SaveButton form={form} variant="danger">
            {t('authenticator.remove')}
          </SaveButton>
        </>
      }
    >
      <TextField
        label={t('authenticator.codeOrRecovery')}
        hint={t('authenticator.removeHint')}
        {...form.field('code')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        autoFocus
        required
      />
    </CardForm>
  )
}

function useRemove(): Form {
  const { api } = usePassport()
  const queries = useQueryClient()
  return useForm({
    fields: ['code'],
    send: async (body) => {
      await api.call('passport', deleteTwoFaGoogle, { body })
      await queries.invalidateQueries({ queryKey: QUERY.security })
      await queries.invalidateQueries({ queryKey: QUERY.sessions })
    },
  })
}
