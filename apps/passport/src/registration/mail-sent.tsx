import { Note } from '@partner-office/ui'
import { Trans, useTranslation } from 'react-i18next'

import { EmailText } from '../shell/email-text.tsx'
import { Gate } from '../shell/gate.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { SignInLink } from '../shell/sign-in-link.tsx'

/** What a newcomer has to do next. A lost letter is made good by any other that is read at the address. */
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
