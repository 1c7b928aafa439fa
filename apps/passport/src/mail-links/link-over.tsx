import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { PageHead } from '../shell/page-head.tsx'

type LinkOverProps = {
  readonly text: string
  /** The next step. */
  readonly children: ReactNode
}

/** The message for a mailed link that is unknown, used or too old; the visitor does not learn which. */
export function LinkOver({ text, children }: LinkOverProps) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('link.over')} mark="failed" isBad>
        {text}
      </PageHead>
      {children}
    </>
  )
}
