import { readInviteCode } from '@partner-office/domain'
import { Loader } from '@partner-office/ui'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { inviterReader } from '../../lib/referral/inviter.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { referralFor } from '../../lib/referral/referral.ts'
import { PATHS } from '../../paths.ts'
import { registrationAddress } from './sign-in-address.ts'

/** Stores a valid sponsor and redirects to the registration of the identity provider. Source: requirements STA-038 to STA-040; decisions D-006. */
export function RegistrationPage() {
  const { t } = useTranslation()
  const { api, config, cookies } = useOffice()
  const locale = useLocale()
  const { referral } = useParams({ from: PATHS.registration })
  useEffect(() => {
    let isLeft = false
    const code = readInviteCode(referral ?? '')
    void referralFor(cookies, inviterReader(api), code).then((known) => {
      if (!isLeft) location.replace(registrationAddress(config, locale, known))
    })
    return () => {
      isLeft = true
    }
  }, [api, config, cookies, locale, referral])
  return <Loader label={t('common.loading')} />
}
