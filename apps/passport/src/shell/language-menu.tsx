import { LANGUAGES } from '@partner-office/locales'
import { Icon, Menu, MenuItem } from '@partner-office/ui'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'
import { inLanguage } from '../paths.ts'

/** Every offered language by its own name; the page and what is typed into it stay. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const { config } = usePassport()
  const locale = useLocale()
  const { history } = useRouter()
  const { pathname, search } = history.location
  return (
    <Menu
      columns={2}
      label={t('header.language', { language: LANGUAGES[locale] })}
      trigger={
        <>
          <Icon name="globe" size={20} />
          <span lang={locale} className="language ell">
            {LANGUAGES[locale]}
          </span>
          <Icon name="down" size={16} />
        </>
      }
    >
      {config.languages.map((language) => (
        <MenuItem
          key={language}
          current={language === locale}
          render={(content) => (
            <button
              type="button"
              lang={language}
              onClick={() => history.push(`${inLanguage(pathname, language)}${search}`)}
            >
              {content}
            </button>
          )}
        >
          {LANGUAGES[language]}
        </MenuItem>
      ))}
    </Menu>
  )
}
