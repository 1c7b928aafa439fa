import { TICKET_BONUSES, TICKET_TYPES } from '@partner-office/domain'
import { Button, SelectField, TextAreaField, TextField } from '@partner-office/ui'
import { type Form, FormNote, UploadProgress } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { TicketFiles } from './ticket-files.tsx'
import type { TicketKind } from './ticket-forms.ts'
import { useTicket } from './use-ticket.ts'

type TicketFormProps = { readonly kind: TicketKind; readonly onSent: () => void }

/** One form: its own fields, a comment and files. */
export function TicketForm({ kind, onSent }: TicketFormProps) {
  const { t } = useTranslation()
  const { files, setFiles, form, sent } = useTicket(kind, onSent)
  return (
    <form {...form.props} className="stack gap-4" aria-label={t(`support.${kind.name}`)}>
      {kind.type === TICKET_TYPES.access && <EmailField form={form} />}
      {kind.type === TICKET_TYPES.bonuses && <BonusField form={form} />}
      <TextAreaField
        {...form.field('comment')}
        label={t('support.comment')}
        required
        hint={t('support.commentHint')}
      />
      <TicketFiles files={files} isRefused={form.codesOf('files').length > 0} onChange={setFiles} />
      <FormNote form={form} />
      {files.length > 0 && <UploadProgress sent={sent} />}
      <div className="in-row to-end">
        <Button
          type="submit"
          variant="primary"
          busy={form.isSending}
          busyLabel={t('support.sending')}
        >
          {t('support.send')}
        </Button>
      </div>
    </form>
  )
}

type FieldProps = { readonly form: Form }

/** Source: requirements SUP-009. */
function EmailField({ form }: FieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      {...form.field('email')}
      type="email"
      autoComplete="email"
      label={t('support.email')}
      required
    />
  )
}

/** Source: requirements SUP-007. */
function BonusField({ form }: FieldProps) {
  const { t } = useTranslation()
  return (
    <SelectField {...form.field('bonusType')} label={t('support.bonusType')} required>
      <option value="" disabled>
        {t('support.chooseBonus')}
      </option>
      {TICKET_BONUSES.map((bonus) => (
        <option key={bonus} value={bonus}>
          {t(`support.bonus.${bonus}`)}
        </option>
      ))}
    </SelectField>
  )
}
