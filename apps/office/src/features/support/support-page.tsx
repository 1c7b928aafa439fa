import { Button, Dialog } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { AppLink } from '../../lib/navigation/app-link.tsx'
import { useProfile } from '../../lib/session/profile.ts'
import { PATHS } from '../../paths.ts'
import { OwnTickets } from './own-tickets.tsx'
import { TicketAccordion } from './ticket-accordion.tsx'
import './support.css'

/** Five forms for questions, and the partner's own tickets. Source: requirements SUP-001 to SUP-019. */
export function SupportPage() {
  const { t } = useTranslation()
  const { email } = useProfile()
  const [isSent, setSent] = useState(false)
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t('support.title')}</h1>
          <p className="meta">
            {t('support.text')} <bdi>{email}</bdi>
          </p>
          <p>
            <AppLink to={PATHS.disputes} className="link">
              {t('disputes.title')}
            </AppLink>
          </p>
        </div>
      </div>
      <div className="stack gap-5 support">
        <TicketAccordion onSent={() => setSent(true)} />
        <OwnTickets />
      </div>
      {isSent && <ThankYou onClose={() => setSent(false)} />}
    </>
  )
}

/** Source: requirements SUP-018. */
function ThankYou({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('support.thanks')}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={(close) => (
        <Button variant="primary" onClick={close}>
          {t('support.done')}
        </Button>
      )}
    >
      <p>{t('support.thanksText')}</p>
    </Dialog>
  )
}
