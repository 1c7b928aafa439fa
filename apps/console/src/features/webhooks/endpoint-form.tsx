import { WEBHOOK_TYPES, type WebhookType } from '@partner-office/contracts'
import { Button, Checkbox, TextField } from '@partner-office/ui'
import type { useForm } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { FormFailure } from '../../shell/form-failure.tsx'

type EndpointFormProps = {
  readonly form: ReturnType<typeof useForm>
  readonly before?: { readonly address: string; readonly note: string }
  readonly types: readonly WebhookType[]
  readonly onTypes: (types: readonly WebhookType[]) => void
  readonly submit: string
}

/** Address, note and events of an endpoint. */
export function EndpointForm({ form, before, types, onTypes, submit }: EndpointFormProps) {
  const { t } = useTranslation()
  const missing = types.length === 0 ? t('webhooks.noType') : undefined
  return (
    <form {...form.props} className="stack gap-4">
      <TextField
        label={t('webhooks.address')}
        hint={t('webhooks.addressHint')}
        {...form.field('address')}
        defaultValue={before?.address}
        inputMode="url"
        autoComplete="off"
        dir="ltr"
        autoFocus
        required
      />
      <TextField
        label={t('webhooks.note')}
        {...form.field('note')}
        defaultValue={before?.note}
        autoComplete="off"
      />
      <fieldset className="role-boxes">
        <legend className="label">{t('webhooks.types')}</legend>
        {WEBHOOK_TYPES.map((type, at) => (
          <Checkbox
            key={type}
            error={at === WEBHOOK_TYPES.length - 1 ? missing : undefined}
            label={<span className="digits">{type}</span>}
            checked={types.includes(type)}
            onChange={({ target }) =>
              onTypes(
                WEBHOOK_TYPES.filter((one) =>
                  one === type ? target.checked : types.includes(one),
                ),
              )
            }
          />
        ))}
      </fieldset>
      <FormFailure form={form} />
      <div className="decision">
        <Button type="submit" variant="primary" busy={form.isSending} disabledReason={missing}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
