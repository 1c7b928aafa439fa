import { Loader } from '@partner-office/ui'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../lib/locale.ts'
import { useOffice } from '../../lib/office.ts'
import { PATHS } from '../../paths.ts'
import { registrationAddress } from './sign-in-address.ts'

/** Stores the sponsor and redirects to the registration of the identity provider. Source: requirements STA-038 to STA-040; decisions D-006. */
export function RegistrationPage() {
  const { t } = useTranslation()
  const { config, cookies } = useOffice()
  const locale = useLocale()
  const { referral } = useParams({ from: PATHS.registration })
  useEffect(() => {
    if (referral !== undefined) cookies.write('referral', referral)
    location.replace(registrationAddress(config, locale, cookies.read('referral')))
  }, [config, cookies, locale, referral])
  return <Loader label={t('common.loading')} />
}
