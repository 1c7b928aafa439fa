import {
  type Dispute,
  postDisputeReopen,
  postDisputeReply,
  postDisputeWithdraw,
} from '@partner-office/contracts'
import { LONGEST_DISPUTE_TEXT } from '@partner-office/domain'
import { Button, Dialog, TextAreaField } from '@partner-office/ui'
import { FormNote, useForm } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { DISPUTES_KEY } from '../../parts/disputes/dispute-queries.ts'

const CALLS = {
  reply: postDisputeReply,
  withdraw: postDisputeWithdraw,
  reopen: postDisputeReopen,
} as const

type ActProps = {
  readonly id: number
  readonly act: Dispute['acts'][number]
  readonly onClose: () => void
}

/** Asks for the text of an act: a question is withdrawn without one, too. */
export function ActDialog({ id, act, onClose }: ActProps) {
  const { t } = useTranslation()
  const { api, queries } = useOffice()
  const isNeeded = act !== 'withdraw'
  const form = useForm({
    fields: ['text'],
    required: isNeeded ? ['text'] : [],
    send: async ({ text = '' }) => {
      await api.call('business', CALLS[act], { params: { id: String(id) }, body: { text } })
      await queries.invalidateQueries({ queryKey: DISPUTES_KEY })
      onClose()
    },
  })
  return (
    <Dialog title={t(`disputes.${act}`)} closeLabel={t('common.close')} onClose={onClose}>
      <form {...form.props} className="stack gap-4">
        <TextAreaField
          label={t('disputes.number', { number: id })}
          {...form.field('text')}
          maxLength={LONGEST_DISPUTE_TEXT}
          rows={5}
          required={isNeeded}
          autoFocus
        />
        <FormNote form={form} />
        <div className="in-row wrap">
          <Button type="submit" variant="primary" busy={form.isSending}>
            {t(`disputes.${act}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
