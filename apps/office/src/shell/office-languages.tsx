import { LANGUAGES, type Language, offeredLanguages } from '@partner-office/locales'
import { Icon } from '@partner-office/ui'
import { LanguageMenu } from '@partner-office/web'

import { useLocale } from '../lib/locale.ts'
import { useOffice } from '../lib/office.ts'
import { useChangeLanguage } from './use-change-language.ts'

/** The languages of the office; on a phone the button shows the globe alone. */
export function OfficeLanguages() {
  const { config } = useOffice()
  const locale = useLocale() as Language
  const change = useChangeLanguage()
  return (
    <LanguageMenu
      locale={locale}
      languages={offeredLanguages(config.property('languages'))}
      onChoose={(language) => void change(language)}
    >
      <span lang={locale} className="only-tab">
        {LANGUAGES[locale]}
      </span>
      <span className="only-tab">
        <Icon name="down" size={16} />
      </span>
    </LanguageMenu>
  )
}
