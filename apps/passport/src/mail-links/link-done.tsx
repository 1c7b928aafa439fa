import { useTranslation } from 'react-i18next'

import { nextStep } from '../shell/next-step.ts'
import { PageHead } from '../shell/page-head.tsx'
import { SignInLink } from '../shell/sign-in-link.tsx'

/** What a mailed link has done, and the way to sign in. */
export function LinkDone({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={title} mark="done">
        {text}
      </PageHead>
      <SignInLink className={nextStep}>{t('common.logIn')}</SignInLink>
    </>
  )
}
