import { getMySessions, putMyPassword } from '@partner-office/contracts'
import { Button, PasswordField, useToast } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useForm } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { NewPasswordField } from '../../parts/new-password-field.tsx'
import { FormFailure } from '../../shell/form-failure.tsx'

/** Changes the own password; every other session ends. */
export function PasswordBox() {
  const { t } = useTranslation()
  const { form, element } = usePasswordChange()
  return (
    <Box title={t('password.title')}>
      <form {...form.props} ref={element} className="stack gap-4">
        <PasswordField
          label={t('password.old')}
          showLabel={t('signIn.showPassword')}
          hideLabel={t('signIn.hidePassword')}
          {...form.field('oldPassword')}
          autoComplete="current-password"
          required
        />
        <NewPasswordField form={form} name="newPassword" label={t('password.new')} />
        <FormFailure form={form} />
        <div className="decision">
          <Button type="submit" busy={form.isSending}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Box>
  )
}

function usePasswordChange() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const queries = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm({
    fields: ['oldPassword', 'newPassword'],
    fieldOfCode: {
      wrong_old_password: 'oldPassword',
      invalid_password_format: 'newPassword',
      invalid_password_chars: 'newPassword',
    },
    send: async ({ oldPassword = '', newPassword = '' }) => {
      await api.call(putMyPassword, { body: { oldPassword, newPassword } })
      element.current?.reset()
      toast.success({ title: t('password.changed'), text: t('me.othersEnded') })
      await queries.invalidateQueries({ queryKey: [getMySessions.path] })
    },
  })
  return { form, element }
}
