import {
  type CallReply,
  deletePasskey,
  type getPasskeys,
  putPasskey,
} from '@partner-office/contracts'
import { Button, TextField } from '@partner-office/ui'
import { dateShown, useForm } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'
import { eventText } from '../lib/time-text.ts'
import { CardForm } from './card-form.tsx'
import { PasswordPrompt, usePasswordPrompt } from './password-prompt.tsx'
import { QUERY } from './queries.ts'
import { SaveButton } from './save-button.tsx'

type Passkey = CallReply<typeof getPasskeys>[number]

/** One passkey, with the forms that rename and remove it. */
export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [step, setStep] = useState<'shown' | 'rename' | 'remove'>('shown')
  const close = () => setStep('shown')
  return (
    <li className="stack gap-3">
      <div className="in-row between gap-4 wrap">
        <PasskeyText passkey={passkey} />
        {step === 'shown' && <RowButtons name={passkey.name} onStep={setStep} />}
      </div>
      {step === 'rename' && <Rename passkey={passkey} onClose={close} />}
      {step === 'remove' && <Remove id={passkey.id} onClose={close} />}
    </li>
  )
}

function PasskeyText({ passkey: { name, addedAt, usedAt } }: { passkey: Passkey }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const now = Date.now()
  const added = dateShown(addedAt, now, locale)
  return (
    <span className="grow">
      <bdi className="medium-weight">{name}</bdi>
      <span className="meta">
        {usedAt === null
          ? t('passkeys.unused', { added })
          : t('passkeys.used', { added, used: eventText(usedAt, now, locale) })}
      </span>
    </span>
  )
}

type RowButtonsProps = {
  readonly name: string
  readonly onStep: (step: 'rename' | 'remove') => void
}

function RowButtons({ name, onStep }: RowButtonsProps) {
  const { t } = useTranslation()
  return (
    <span className="in-row">
      <Button
        size="sm"
        aria-label={t('passkeys.renameOne', { name })}
        onClick={() => onStep('rename')}
      >
        {t('passkeys.rename')}
      </Button>
      <Button
        size="sm"
        aria-label={t('passkeys.removeOne', { name })}
        onClick={() => onStep('remove')}
      >
        {t('passkeys.remove')}
      </Button>
    </span>
  )
}

type RenameProps = { readonly passkey: Passkey; readonly onClose: () => void }

function Rename({ passkey: { id, name }, onClose }: RenameProps) {
  const { t } = useTranslation()
  const { api } = usePassport()
  const queries = useQueryClient()
  const form = useForm({
    fields: ['name'],
    send: async ({ name: typed = '' }) => {
      await api.call('passport', putPasskey, { params: { id: String(id) }, body: { name: typed } })
      await queries.invalidateQueries({ queryKey: QUERY.passkeys })
      onClose()
    },
  })
  return (
    <CardForm
      form={form}
      buttons={
        <>
          <CancelButton onClose={onClose} />
          <SaveButton form={form}>{t('general.save')}</SaveButton>
        </>
      }
    >
      <TextField
        label={t('passkeys.name')}
        {...form.field('name')}
        autoComplete="off"
        defaultValue={name}
        autoFocus
        required
      />
    </CardForm>
  )
}

type RemoveProps = { readonly id: number; readonly onClose: () => void }

function Remove({ id, onClose }: RemoveProps) {
  const { t } = useTranslation()
  const { api } = usePassport()
  const queries = useQueryClient()
  const { isAsked, onFailed } = usePasswordPrompt()
  const form = useForm({
    fields: [],
    apart: ['password'],
    send: async (body) => {
      await api.call('passport', deletePasskey, { params: { id: String(id) }, body })
      await queries.invalidateQueries({ queryKey: QUERY.passkeys })
      await queries.invalidateQueries({ queryKey: QUERY.sessions })
    },
    onFailed,
  })
  return (
    <CardForm
      form={form}
      buttons={
        <>
          <CancelButton autoFocus onClose={onClose} />
          <SaveButton form={form} variant="danger">
            {t('passkeys.remove')}
          </SaveButton>
        </>
      }
    >
      <p className="subdued">{t('passkeys.removeHint')}</p>
      <PasswordPrompt form={form} isAsked={isAsked} />
    </CardForm>
  )
}

type CancelButtonProps = { readonly onClose: () => void; readonly autoFocus?: boolean }

function CancelButton({ onClose, autoFocus = false }: CancelButtonProps) {
  const { t } = useTranslation()
  return (
    <Button variant="ghost" autoFocus={autoFocus} onClick={onClose}>
      {t('common.cancel')}
    </Button>
  )
}
