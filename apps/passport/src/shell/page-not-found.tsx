import { useTranslation } from 'react-i18next'

import { Gate } from './gate.tsx'
import { nextStep } from './next-step.ts'
import { PageHead } from './page-head.tsx'
import { SignInLink } from './sign-in-link.tsx'

/** The page for an unknown address. Source: decisions D-002. */
export function PageNotFound() {
  const { t } = useTranslation()
  return (
    <Gate>
      <PageHead title={t('notFound.title')}>{t('notFound.text')}</PageHead>
      <SignInLink className={nextStep}>{t('common.logIn')}</SignInLink>
    </Gate>
  )
}
