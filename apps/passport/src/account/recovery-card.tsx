import { postRecoveryCodes } from '@partner-office/contracts'
import { Card, Note } from '@partner-office/ui'
import { useForm } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { CardForm } from './card-form.tsx'
import { PasswordPrompt, usePasswordPrompt } from './password-prompt.tsx'
import { QUERY } from './queries.ts'
import { SaveButton } from './save-button.tsx'

/** Makes recovery codes and shows them once. */
export function RecoveryCard({ left }: { left: number }) {
  const { t } = useTranslation()
  const { api } = usePassport()
  const queries = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>([])
  const { isAsked, onFailed, forget } = usePasswordPrompt()
  const form = useForm({
    fields: [],
    apart: ['password'],
    send: async (body) => {
      const made = await api.call('passport', postRecoveryCodes, { body })
      setCodes(made.codes)
      forget()
      await queries.invalidateQueries({ queryKey: QUERY.security })
    },
    onFailed,
  })
  return (
    <Card title={t('recovery.title')}>
      <p className="meta">{t('recovery.left', { count: left })}</p>
      {codes.length > 0 && <Codes codes={codes} />}
      <CardForm
        form={form}
        buttons={
          <SaveButton form={form} variant="secondary">
            {t('recovery.make')}
          </SaveButton>
        }
      >
        <PasswordPrompt form={form} isAsked={isAsked} />
      </CardForm>
    </Card>
  )
}

function Codes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Note tone="orange" live>
        {t('recovery.once')}
      </Note>
      <ul className="codes" aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
