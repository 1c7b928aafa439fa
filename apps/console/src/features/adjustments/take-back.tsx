import { type Adjustment, LONGEST_PARTNER_REASON } from '@partner-office/contracts'
import { Button, Dialog, TextAreaField } from '@partner-office/ui'
import { useForm } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useProposed } from '../../parts/use-proposed.ts'

type TakeBackProps = { readonly adjustment: Adjustment; readonly onClose: () => void }

/** Proposes the opposite of a mistaken adjustment, with a reason that its partner reads. Source: requirements ADJ-009. */
export function TakeBack({ adjustment, onClose }: TakeBackProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<string | null>(null)
  const onDone = useProposed(onClose)
  const title = t('adjustments.takeBackTitle', { id: adjustment.id })
  if (reason !== null) {
    return (
      <ProposeDialog
        title={title}
        proposed={{
          kind: 'adjustment',
          object: title,
          values: { lines: [oppositeOf(adjustment, reason)], mayGoNegative: false },
        }}
        onDone={onDone}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <ReasonForm onReason={setReason} />
    </Dialog>
  )
}

function ReasonForm({ onReason }: { readonly onReason: (reason: string) => void }) {
  const { t } = useTranslation()
  const form = useForm({
    fields: ['reason'],
    send: async ({ reason = '' }) => onReason(reason.trim()),
  })
  return (
    <form {...form.props} className="stack gap-4">
      <TextAreaField
        label={t('adjustments.reasonForPartner')}
        hint={t('adjustments.reasonHint')}
        {...form.field('reason')}
        maxLength={LONGEST_PARTNER_REASON}
        autoFocus
        required
      />
      <div className="decision">
        <Button type="submit" variant="primary">
          {t('adjustments.check')}
        </Button>
      </div>
    </form>
  )
}

function oppositeOf(
  { id, partnerId, account, amount, kind, recordId, orderId, rankId }: Adjustment,
  reason: string,
) {
  const isDebit = amount.startsWith('-')
  return {
    partnerId,
    account,
    direction: isDebit ? ('credit' as const) : ('debit' as const),
    amount: isDebit ? amount.slice(1) : amount,
    kind,
    reason,
    takesBack: id,
    ...(recordId !== null && { recordId }),
    ...(orderId !== null && { orderId }),
    ...(rankId !== null && { rankId }),
  }
}
