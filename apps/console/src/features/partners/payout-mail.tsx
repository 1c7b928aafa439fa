import { type PartnerPayout, postPayoutMail } from '@partner-office/contracts'
import { Button, useToast } from '@partner-office/ui'
import { PreviewBlock } from '@partner-office/ui/console'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { hasOneOf } from '../../lib/session.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'

type PayoutMailProps = { readonly partnerId: string; readonly payout: PartnerPayout }

/** A button that sends the mail about a payout again. Source: requirements PTR-008. */
export function PayoutMailButton({ partnerId, payout }: PayoutMailProps) {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  if (!hasOneOf(operator.roles, postPayoutMail.roles)) return '–'
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('payoutMail.of', { id: payout.id })}
        onClick={() => setOpen(true)}
      >
        {t('payoutMail.button')}
      </Button>
      {isOpen && (
        <PayoutMail partnerId={partnerId} payout={payout} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

function PayoutMail({ partnerId, payout, onClose }: PayoutMailProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  return (
    <ReasonDialog
      title={t('payoutMail.of', { id: payout.id })}
      hint={t(`partners.payoutStates.${payout.status}`)}
      preview={
        <PreviewBlock
          title={t('partners.acts.preview')}
          hint={t('partners.acts.previewHint')}
          parts={[
            { title: t('partners.acts.changes'), content: <p>{t('payoutMail.changes')}</p> },
            { title: t('partners.acts.stays'), content: <p>{t('payoutMail.stays')}</p> },
          ]}
        />
      }
      button={t('payoutMail.button')}
      notDone={t('payoutMail.notDone')}
      roles={postPayoutMail.roles}
      send={(reason) =>
        api.call(postPayoutMail, {
          params: { id: partnerId },
          body: { payoutId: payout.id, reason },
        })
      }
      lookUp={async () => null}
      onDone={() => toast.success({ title: t('payoutMail.done') })}
      onClose={onClose}
    />
  )
}
