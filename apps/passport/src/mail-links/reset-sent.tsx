import { postPasswordForgot } from '@partner-office/contracts'
import { Button, Note } from '@partner-office/ui'
import { clockText, FormNote, useForm, useSecondsUntil } from '@partner-office/web'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { EmailText } from '../shell/email-text.tsx'
import { PageHead } from '../shell/page-head.tsx'

const NEXT_MAIL_MS = 60_000

type ResetSentProps = { readonly email: string; readonly onOther: () => void }

/** Confirms that the mail for a new password was sent. */
export function ResetSent({ email, onOther }: ResetSentProps) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('mailSent.title')} mark="mail">
        <Trans i18nKey="resetSent.text" components={{ email: <EmailText email={email} /> }} />
      </PageHead>
      <Note icon="shield">{t('resetSent.note')}</Note>
      <div className="stack gap-3">
        <SendAgain email={email} />
        <p className="center">
          <button type="button" className="link link-button" onClick={onOther}>
            {t('resetSent.other')}
          </button>
        </p>
      </div>
    </>
  )
}

/** Sends another mail after a wait: each mail makes the link of the mail before invalid. */
function SendAgain({ email }: { email: string }) {
  const { t } = useTranslation()
  const { api } = usePassport()
  const [nextAt, setNextAt] = useState(() => Date.now() + NEXT_MAIL_MS)
  const form = useForm({
    fields: [],
    send: async () => {
      await api.call('passport', postPasswordForgot, { body: { email } })
      setNextAt(Date.now() + NEXT_MAIL_MS)
    },
  })
  const wait = useSecondsUntil(Math.max(nextAt, form.retryAt))
  return (
    <form {...form.props} className="stack gap-3">
      <FormNote form={form} />
      <Button
        type="submit"
        size="lg"
        block
        busy={form.isSending}
        busyLabel={t('forgot.busy')}
        disabledReason={wait > 0 ? t('resetSent.wait') : undefined}
      >
        {wait > 0 ? t('resetSent.againIn', { time: clockText(wait) }) : t('resetSent.again')}
      </Button>
    </form>
  )
}
