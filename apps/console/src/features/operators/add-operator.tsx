import { getOperators, GUARDED_ROLES, postOperator, type Role } from '@partner-office/contracts'
import { Button, Dialog, Note, TextField, useToast } from '@partner-office/ui'
import { useForm } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { doOnce } from '../../lib/do-once.ts'
import { hasOneOf } from '../../lib/session.ts'
import { FormFailure } from '../../shell/form-failure.tsx'
import { RoleBoxes } from './role-boxes.tsx'

/** Form that adds an operator. The server mails the link of the first sign-in to the new operator alone. */
export function AddOperator({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('operators.add')}
      hint={t('operators.addText')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      {(close) => <AddForm onDone={close} />}
    </Dialog>
  )
}

function AddForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation()
  const { fourEyes } = useSignedIn()
  const [roles, setRoles] = useState<readonly Role[]>(['viewer'])
  const form = useAdd(roles, onDone)
  const isGuarded = fourEyes && hasOneOf(roles, GUARDED_ROLES)
  return (
    <form {...form.props} className="stack gap-4">
      <TextField
        label={t('operators.email')}
        {...form.field('email')}
        type="email"
        autoComplete="off"
        dir="ltr"
        autoFocus
        required
      />
      <RoleBoxes
        roles={roles}
        onChange={(changed) => {
          setRoles(changed)
          form.changed('roles')
        }}
        error={roles.length === 0 ? t('operators.noRole') : undefined}
      />
      {isGuarded && <Note tone="orange">{t('operators.addGuarded')}</Note>}
      <FormFailure form={form} />
      <div className="decision">
        <Button
          type="submit"
          variant="primary"
          busy={form.isSending}
          disabledReason={
            roles.length === 0
              ? t('operators.noRole')
              : isGuarded
                ? t('operators.addGuarded')
                : undefined
          }
        >
          {t('operators.addSubmit')}
        </Button>
      </div>
    </form>
  )
}

/** The service writes addresses in small letters. */
const isSame = (stored: string, typed: string): boolean =>
  stored.toLowerCase() === typed.trim().toLowerCase()

function useAdd(roles: readonly Role[], onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  return useForm({
    fields: ['email'],
    apart: ['roles'],
    send: async ({ email = '' }) => {
      const known = new Set((await api.call(getOperators)).content.map(({ id }) => id))
      await doOnce({
        send: () => api.call(postOperator, { body: { email, roles: [...roles] } }),
        lookUp: async () => {
          const { content } = await api.call(getOperators)
          return content.find((one) => !known.has(one.id) && isSame(one.email, email)) ?? null
        },
      })
      await queries.invalidateQueries({ queryKey: [getOperators.path] })
      toast.success({ title: t('operators.added.done'), text: t('operators.mailed', { email }) })
      onDone()
    },
  })
}
