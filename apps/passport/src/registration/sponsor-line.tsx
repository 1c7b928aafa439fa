import { getPublicProfile } from '@partner-office/contracts'
import { Button, Icon, Note } from '@partner-office/ui'
import { codeOf } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'

type SponsorLineProps = {
  readonly referral: string
  /** The registration was refused because of the code. */
  readonly isRefused: boolean
}

/** The sponsor of the registration, or that the code belongs to nobody. Source: decisions D-076, D-081. */
export function SponsorLine({ referral, isRefused }: SponsorLineProps) {
  const sponsor = useSponsor(referral)
  if (isRefused || codeOf(sponsor.error) === 'not_found') {
    return <UnknownSponsor key={String(isRefused)} referral={referral} isRefused={isRefused} />
  }
  return <KnownSponsor referral={referral} name={sponsor.isPending ? null : (sponsor.data ?? '')} />
}

/** Reads the name that the invite page shows to everybody. */
function useSponsor(inviteCode: string) {
  const { api } = usePassport()
  return useQuery({
    queryKey: ['sponsor', inviteCode],
    queryFn: async ({ signal }) => {
      const question = { query: { inviteCode }, quiet: true, signal }
      const { firstName, lastName } = await api.call('business', getPublicProfile, question)
      return `${firstName} ${lastName}`.trim()
    },
  })
}

/** The name; null while it loads, and the code if the name is not known. */
function KnownSponsor({ referral, name }: { referral: string; name: string | null }) {
  const { t } = useTranslation()
  return (
    <div className="panel">
      <Icon name="person" />
      <span className="grow meta">
        {t(name === '' ? 'registration.sponsor' : 'registration.sponsorNamed')}
      </span>
      {name === null ? (
        <span className="skeleton sponsor-wait" aria-hidden="true" />
      ) : (
        <bdi className="bold">{name === '' ? referral : name}</bdi>
      )}
    </div>
  )
}

function UnknownSponsor({ referral, isRefused }: SponsorLineProps) {
  const { t } = useTranslation()
  const withoutReferral = useWithoutReferral()
  const goOn = (
    <Button size="sm" autoFocus={isRefused} onClick={withoutReferral}>
      {t('registration.withoutSponsor')}
    </Button>
  )
  return (
    <Note tone="orange" live action={goOn}>
      <Trans
        i18nKey="registration.sponsorUnknown"
        components={{ code: <bdi className="bold">{referral}</bdi> }}
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
