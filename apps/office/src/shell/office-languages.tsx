import { LANGUAGES, type Language, offeredLanguages } from '@partner-office/locales'
import { Icon } from '@partner-office/ui'
import { LanguageMenu } from '@partner-office/web'

import { useLocale } from '../lib/formats/locale.ts'
import { useOffice } from '../lib/session/office.ts'
import { useChangeLanguage } from './use-change-language.ts'

type OfficeLanguagesProps = {
  /** Names the language on a phone too; by default its button shows the globe alone. */
  readonly isNamed?: boolean
}

/** The languages of the office. Source: requirements NAV-017. */
export function OfficeLanguages({ isNamed = false }: OfficeLanguagesProps) {
  const { config } = useOffice()
  const locale = useLocale() as Language
  const change = useChangeLanguage()
  const width = isNamed ? undefined : 'only-tablet'
  return (
    <LanguageMenu
      locale={locale}
      isFramed={isNamed}
      languages={offeredLanguages(config.property('languages'))}
      onChoose={(language) => void change(language)}
    >
      <span lang={locale} className={width}>
        {LANGUAGES[locale]}
      </span>
      <span className={width}>
        <Icon name="down" size={16} />
      </span>
    </LanguageMenu>
  )
}
