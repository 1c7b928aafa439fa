import {
  type CallReply,
  deleteMyFactor,
  getMyFactors,
  getMySessions,
  postMyAuthenticator,
  postMyAuthenticatorConfirm,
  postMyPasskey,
  postMyPasskeyOptions,
} from '@partner-office/contracts'
import { Button, Note, useToast } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { codeOf, Loaded } from '@partner-office/web'
import { canUsePasskeys, createPasskey } from '@partner-office/web/passkeys.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { codeText } from '../../lib/code-text.ts'
import { useConsole } from '../../lib/console.ts'
import { doOnce } from '../../lib/do-once.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { AuthenticatorSecret } from '../../parts/authenticator-secret.tsx'
import { CodeForm } from '../../parts/code-form.tsx'
import { PasskeyButton } from '../../parts/passkey-button.tsx'

type Factors = CallReply<typeof getMyFactors>

/** The own second factors: the last one stays. Source: requirements OPR-003. */
export function FactorsBox() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const factors = useQuery(queryOf(api, getMyFactors))
  return (
    <Box title={t('factors.title')}>
      <Loaded query={factors} placeholder={96}>
        {(shown) => (
          <>
            <FactorList factors={shown} />
            <AddFactors factors={shown} />
          </>
        )}
      </Loaded>
    </Box>
  )
}

/** Reads factors and sessions anew: a changed factor ends every other session. */
function useChanged(): (title: string) => Promise<void> {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const toast = useToast()
  return async (title) => {
    toast.success({ title, text: t('me.othersEnded') })
    await Promise.all(
      [getMyFactors.path, getMySessions.path].map((path) =>
        queries.invalidateQueries({ queryKey: [path] }),
      ),
    )
  }
}

function FactorList({ factors }: { readonly factors: Factors }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const changed = useChanged()
  const removal = useAct<number, object>({
    send: (id) => api.call(deleteMyFactor, { params: { id: String(id) } }),
    lookUp: async (id) => ((await api.call(getMyFactors)).some((one) => one.id === id) ? null : {}),
    onDone: () => void changed(t('factors.removed')),
  })
  return (
    <>
      <ActNote act={removal} notDone={t('factors.notRemoved')} roles={deleteMyFactor.roles} />
      <ul className="row-list">
        {factors.map((factor) => (
          <li key={factor.id}>
            <FactorName factor={factor} />
            {factors.length > 1 && (
              <Button
                size="sm"
                busy={removal.isBusy && removal.about === factor.id}
                aria-label={t('factors.removeNamed', { name: factor.name })}
                onClick={() => removal.run(factor.id)}
              >
                {t('factors.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {factors.length === 1 && <p className="caption">{t('factors.last')}</p>}
    </>
  )
}

function FactorName({ factor: { kind, name, usedAt } }: { readonly factor: Factors[number] }) {
  const { t } = useTranslation()
  return (
    <span className="grow">
      <span className="medium-weight">{t(`factors.kinds.${kind}`)}</span>{' '}
      {name !== t(`factors.kinds.${kind}`) && <bdi className="muted">{name}</bdi>}
      <span className="caption block">
        {usedAt === null ? (
          t('factors.unused')
        ) : (
          <>
            {t('factors.used')} <Instant at={usedAt} />
          </>
        )}
      </span>
    </span>
  )
}

function AddFactors({ factors }: { readonly factors: Factors }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const add = useAdding(factors)
  const addPasskey = async (): Promise<void> => {
    const created = await createPasskey(await api.call(postMyPasskeyOptions))
    await add(() => api.call(postMyPasskey, { body: created }))
  }
  return (
    <div className="stack gap-3">
      {!factors.some(({ kind }) => kind === 'authenticator') && <AddAuthenticator add={add} />}
      {canUsePasskeys() ? (
        <PasskeyButton variant="secondary" ask={addPasskey}>
          {t('factors.addPasskey')}
        </PasskeyButton>
      ) : (
        <p className="caption">{t('signIn.noPasskeys')}</p>
      )}
    </div>
  )
}

type Add = (send: () => Promise<object>) => Promise<void>

/** Adds a factor to these. When the answer is lost, one that was not there before tells that it was added. */
function useAdding(factors: Factors): Add {
  const { t } = useTranslation()
  const { api } = useConsole()
  const changed = useChanged()
  const known = new Set(factors.map(({ id }) => id))
  return async (send) => {
    const lookUp = async () =>
      (await api.call(getMyFactors)).some(({ id }) => !known.has(id)) ? {} : null
    await doOnce({ send, lookUp })
    await changed(t('factors.added'))
  }
}

function AddAuthenticator({ add }: { readonly add: Add }) {
  const { t, i18n } = useTranslation()
  const { api } = useConsole()
  const [secret, setSecret] = useState<CallReply<typeof postMyAuthenticator> | null>(null)
  const begin = useMutation({
    mutationFn: () => api.call(postMyAuthenticator),
    onSuccess: setSecret,
  })
  if (secret === null) {
    return (
      <>
        {begin.isError && (
          <Note tone="red" live>
            {codeText(i18n, codeOf(begin.error))}
          </Note>
        )}
        <Button block busy={begin.isPending} onClick={() => begin.mutate()}>
          {t('factors.addAuthenticator')}
        </Button>
      </>
    )
  }
  return (
    <CodeForm
      button={t('factors.addAuthenticator')}
      send={async (code) => {
        await add(() => api.call(postMyAuthenticatorConfirm, { body: { code } }))
        setSecret(null)
      }}
    >
      <AuthenticatorSecret {...secret} />
    </CodeForm>
  )
}
