import { TICKET_BONUSES, TICKET_TYPES } from '@partner-office/domain'
import { Button, Note, SelectField, TextAreaField, TextField } from '@partner-office/ui'
import { errorText, UploadProgress } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { TicketFiles } from './ticket-files.tsx'
import type { TicketKind } from './ticket-forms.ts'
import { type TicketState, useTicket } from './use-ticket.ts'

type TicketFormProps = { readonly kind: TicketKind; readonly onSent: () => void }

/** One form: its own fields, a comment and files. */
export function TicketForm({ kind, onSent }: TicketFormProps) {
  const { t, i18n } = useTranslation()
  const ticket = useTicket(kind, onSent)
  const { values, change, files, setFiles, form, sent } = ticket
  return (
    <form {...form.props} className="stack g4" aria-label={t(`support.${kind.name}`)}>
      {kind.type === TICKET_TYPES.access && <EmailField ticket={ticket} />}
      {kind.type === TICKET_TYPES.bonuses && <BonusField ticket={ticket} />}
      <TextAreaField
        name="comment"
        label={t('support.comment')}
        required
        value={values.comment}
        error={form.errorOf('comment')}
        hint={t('support.commentHint')}
        onChange={({ target }) => change({ comment: target.value })}
      />
      <TicketFiles files={files} isRefused={form.codesOf('files').length > 0} onChange={setFiles} />
      {form.codes.map((code) => (
        <Note key={code} tone="red" live>
          {errorText(i18n, code)}
        </Note>
      ))}
      {files.length > 0 && <UploadProgress sent={sent} />}
      <div className="row end">
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

type FieldProps = { readonly ticket: TicketState }

/** Source: requirements SUP-009. */
function EmailField({ ticket: { values, change, form } }: FieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      name="email"
      type="email"
      autoComplete="email"
      label={t('support.email')}
      required
      value={values.email}
      error={form.errorOf('email')}
      onChange={({ target }) => change({ email: target.value })}
    />
  )
}

/** Source: requirements SUP-007. */
function BonusField({ ticket: { values, change, form } }: FieldProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      name="bonusType"
      label={t('support.bonusType')}
      required
      value={values.bonusType}
      error={form.errorOf('bonusType')}
      onChange={({ target }) => change({ bonusType: target.value })}
    >
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
