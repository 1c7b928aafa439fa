import { Note } from '@partner-office/ui'
import { Trans, useTranslation } from 'react-i18next'

import { EmailText } from '../shell/email-text.tsx'
import { Gate } from '../shell/gate.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { SignInLink } from '../shell/sign-in-link.tsx'

/** The next step after a registration. If the mail is lost, a mail for a new password confirms the address too. */
export function MailSent({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <Gate>
      <PageHead title={t('mailSent.title')} mark="mail">
        <Trans i18nKey="mailSent.text" components={{ email: <EmailText email={email} /> }} />
      </PageHead>
      <Note>
        <Trans i18nKey="mailSent.lost" components={{ a: <PageLink to="forgot" /> }} />
      </Note>
      <p className="center">
        <SignInLink>{t('mailSent.confirmed')}</SignInLink>
      </p>
    </Gate>
  )
}
