import { useTranslation } from 'react-i18next'

import { useOfficeAddress } from '../lib/address.ts'
import { Gate } from './gate.tsx'
import { nextStep } from './next-step.ts'
import { PageHead } from './page-head.tsx'

/** Replaces a form if the address has no valid request; the link begins again in the office. */
export function StartAgain({ page }: { page: string }) {
  const { t } = useTranslation()
  const officeAddress = useOfficeAddress()
  return (
    <Gate>
      <PageHead title={t('startAgain.title')}>{t('startAgain.text')}</PageHead>
      <a href={officeAddress(page)} className={nextStep}>
        {t('startAgain.go')}
      </a>
    </Gate>
  )
}
