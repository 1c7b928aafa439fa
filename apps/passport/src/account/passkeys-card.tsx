import {
  type CallReply,
  type getPasskeys,
  MOST_PASSKEYS,
  postPasskey,
  postPasskeyOptions,
} from '@partner-office/contracts'
import { Card, Note } from '@partner-office/ui'
import { useForm } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { canUsePasskeys, createPasskey, NoPasskey } from '@partner-office/web/passkeys.ts'
import { usePassport } from '../lib/passport.ts'
import { CardForm } from './card-form.tsx'
import { LoadedCard } from './loaded-card.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { PasswordPrompt, usePasswordPrompt } from './password-prompt.tsx'
import { QUERY, usePasskeys } from './queries.ts'
import { SaveButton } from './save-button.tsx'

/** The passkeys of the account: adds, renames and removes them. */
export function PasskeysCard() {
  const { t } = useTranslation()
  const passkeys = usePasskeys()
  return (
    <Card title={t('passkeys.title')}>
      <p className="meta">
        {t('passkeys.lead')} {t('passkeys.payouts')}
      </p>
      <LoadedCard query={passkeys} failed="passkeys.failed" rows={1}>
        {(rows) => (
          <>
            <PasskeyList passkeys={rows} />
            <Adding count={rows.length} />
          </>
        )}
      </LoadedCard>
    </Card>
  )
}

function PasskeyList({ passkeys }: { passkeys: CallReply<typeof getPasskeys> }) {
  const { t } = useTranslation()
  if (passkeys.length === 0) return <p className="subdued">{t('passkeys.none')}</p>
  return (
    <ul className="sessions" aria-label={t('passkeys.title')}>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
    </ul>
  )
}

function Adding({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count >= MOST_PASSKEYS) return <p className="subdued">{t('passkeys.most')}</p>
  if (!canUsePasskeys()) return <p className="subdued">{t('passkeys.unsupported')}</p>
  return <Add count={count} />
}

type Problem = { readonly text: 'passkeys.exists' | 'passkeys.notAdded'; readonly count: number }

/** Says why nothing was added until the number of passkeys changes: after a removal the reason may be gone. */
function Add({ count }: { count: number }) {
  const { t } = useTranslation()
  const { api } = usePassport()
  const queries = useQueryClient()
  const { isAsked, onFailed, forget } = usePasswordPrompt()
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useForm({
    fields: [],
    apart: ['password'],
    send: async (body) => {
      setProblem(null)
      const options = await api.call('passport', postPasskeyOptions, { body })
      forget()
      const created = await createPasskey(options).catch((error: unknown) => {
        if (!(error instanceof NoPasskey)) throw error
        setProblem({ text: error.isKnown ? 'passkeys.exists' : 'passkeys.notAdded', count })
        return null
      })
      if (created === null) return
      await api.call('passport', postPasskey, { body: created })
      await queries.invalidateQueries({ queryKey: QUERY.passkeys })
    },
    onFailed,
  })
  return (
    <CardForm
      form={form}
      buttons={
        <SaveButton form={form} variant="secondary">
          {t('passkeys.add')}
        </SaveButton>
      }
    >
      {problem?.count === count && (
        <Note tone="red" live>
          {t(problem.text)}
        </Note>
      )}
      <PasswordPrompt form={form} isAsked={isAsked} />
    </CardForm>
  )
}
