import { useTranslation } from 'react-i18next'

import { useOfficeAddress } from '../lib/address.ts'
import { Gate } from './gate.tsx'
import { nextStep } from './next-step.ts'
import { PageHead } from './page-head.tsx'

/** In place of a form whose address does not say where to go back to; the back office knows how to begin. */
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
