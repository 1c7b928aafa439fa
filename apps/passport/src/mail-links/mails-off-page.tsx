import { getUnsubscribe, postUnsubscribe } from '@partner-office/contracts'
import { Button, Loader, Note } from '@partner-office/ui'
import { codeOf, errorText } from '@partner-office/web'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOfficeAddress } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'
import { Gate } from '../shell/gate.tsx'
import { nextStep } from '../shell/next-step.ts'
import { PageHead } from '../shell/page-head.tsx'
import { LinkOver } from './link-over.tsx'

/** Switches a kind of mail off with the link of a mail, without a sign-in. */
export function MailsOffPage() {
  return (
    <Gate>
      <MailsOff />
    </Gate>
  )
}

/** Opening the page changes nothing: mail programs open links by themselves. */
function MailsOff() {
  const { t, i18n } = useTranslation()
  const { api, mailedToken: signature } = usePassport()
  const kind = useQuery({
    queryKey: ['mails off', signature],
    queryFn: () => api.call('business', getUnsubscribe, { params: { signature } }),
    enabled: signature !== '',
  })
  if (signature === '' || codeOf(kind.error) === 'not_found') {
    return (
      <LinkOver text={t('mailsOff.over')}>
        <SettingsLink />
      </LinkOver>
    )
  }
  if (kind.isPending) return <Loader label={t('common.loading')} />
  if (kind.isError) {
    return (
      <>
        <PageHead title={t('mailsOff.failed')} mark="warning" isBad>
          {errorText(i18n, codeOf(kind.error))}
        </PageHead>
        <Button variant="primary" size="lg" block icon="retry" onClick={() => void kind.refetch()}>
          {t('common.retry')}
        </Button>
      </>
    )
  }
  const setting = t(`mails.${kind.data.key}`)
  if (!kind.data.isOn) return <AreOff setting={setting} />
  return <Question setting={setting} signature={signature} />
}

function AreOff({ setting }: { readonly setting: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('mailsOff.done', { setting })} mark="done">
        {t('mailsOff.doneText')}
      </PageHead>
      <SettingsLink />
    </>
  )
}

type QuestionProps = { readonly setting: string; readonly signature: string }

function Question({ setting, signature }: QuestionProps) {
  const { t, i18n } = useTranslation()
  const { api } = usePassport()
  const switchOff = useMutation({
    mutationFn: () => api.call('business', postUnsubscribe, { params: { signature } }),
  })
  if (switchOff.isSuccess) return <AreOff setting={setting} />
  return (
    <>
      <PageHead title={t('mailsOff.ask', { setting })}>{t('mailsOff.askText')}</PageHead>
      {switchOff.isError && (
        <Note tone="red" live>
          {errorText(i18n, codeOf(switchOff.error))}
        </Note>
      )}
      <Button
        variant="primary"
        size="lg"
        block
        busy={switchOff.isPending}
        onClick={() => switchOff.mutate()}
      >
        {t('mailsOff.do')}
      </Button>
    </>
  )
}

function SettingsLink() {
  const { t } = useTranslation()
  const officeAddress = useOfficeAddress()
  return (
    <a className={nextStep} href={officeAddress('profile/notifications')}>
      {t('mailsOff.settings')}
    </a>
  )
}
