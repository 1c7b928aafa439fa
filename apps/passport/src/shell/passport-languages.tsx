import { LANGUAGES } from '@partner-office/locales'
import { Icon } from '@partner-office/ui'
import { LanguageMenu } from '@partner-office/web'
import { useRouter } from '@tanstack/react-router'

import { useLocale } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'
import { inLanguage } from '../paths.ts'

/** The languages of the passport; the page and the values of its form stay. */
export function PassportLanguages() {
  const { config } = usePassport()
  const locale = useLocale()
  const { history } = useRouter()
  const { pathname, search } = history.location
  return (
    <LanguageMenu
      locale={locale}
      languages={config.languages}
      onChoose={(language) => history.push(`${inLanguage(pathname, language)}${search}`)}
    >
      <span lang={locale} className="language ellipsis">
        {LANGUAGES[locale]}
      </span>
      <Icon name="down" size={16} />
    </LanguageMenu>
  )
}
