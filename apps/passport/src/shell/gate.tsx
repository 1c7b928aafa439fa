import { GateCard, SkipLink } from '@partner-office/ui'
import { GateHeader, TextsNote } from '@partner-office/web'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { PassportLanguages } from './passport-languages.tsx'

type GateProps = {
  /** One sentence under the card. */
  readonly footer?: string | undefined
  /** Pixels. */
  readonly width?: number
  readonly children: ReactNode
}

/** The layout of every page of the passport: a header and one card. */
export function Gate({ footer, width = 440, children }: GateProps) {
  const { t } = useTranslation()
  const { texts } = usePassport()
  const header = (
    <GateHeader
      className={{ brand: 'brand', buttons: 'in-row' }}
      languageMenu={<PassportLanguages />}
    />
  )
  return (
    <>
      <SkipLink>{t('common.skip')}</SkipLink>
      <GateCard header={header} footer={footer} width={width}>
        <TextsNote texts={texts} />
        {children}
      </GateCard>
    </>
  )
}
