import { Button, Icon, Note } from '@partner-office/ui'
import { useRouter } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'

type SponsorLineProps = {
  readonly referral: string
  /** The code is unknown; the visitor may go on without a sponsor. Source: decisions D-081. */
  readonly isUnknown: boolean
}

/** The sponsor of the registration. */
export function SponsorLine({ referral, isUnknown }: SponsorLineProps) {
  const { t } = useTranslation()
  const withoutReferral = useWithoutReferral()
  if (!isUnknown) {
    return (
      <div className="panel">
        <Icon name="person" />
        <span className="grow meta">{t('registration.sponsor')}</span>
        <bdi className="b">{referral}</bdi>
      </div>
    )
  }
  const goOn = (
    <Button size="sm" autoFocus onClick={withoutReferral}>
      {t('registration.withoutSponsor')}
    </Button>
  )
  return (
    <Note tone="orange" live action={goOn}>
      <Trans
        i18nKey="registration.sponsorUnknown"
        components={{ code: <bdi className="b">{referral}</bdi> }}
      />
    </Note>
  )
}

/** Removes the sponsor from the address. */
function useWithoutReferral(): () => void {
  const { history } = useRouter()
  return () => {
    const { pathname, search } = history.location
    const query = new URLSearchParams(search)
    query.delete('referral')
    history.replace(`${pathname}?${query}`)
  }
}
