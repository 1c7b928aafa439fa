import { LANGUAGES, type Language, offeredLanguages } from '@partner-office/locales'
import { Icon, Menu, MenuItem } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../lib/locale.ts'
import { useOffice } from '../lib/office.ts'
import { useChangeLanguage } from './use-change-language.ts'

/** Every offered language by its own name, in the order of the configuration. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const { config } = useOffice()
  const locale = useLocale()
  const change = useChangeLanguage()
  const name = LANGUAGES[locale as Language]
  return (
    <Menu
      columns={2}
      label={t('header.language', { language: name })}
      trigger={
        <>
          <Icon name="globe" size={20} />
          <span lang={locale} className="only-tab">
            {name}
          </span>
          <span className="only-tab">
            <Icon name="down" size={16} />
          </span>
        </>
      }
    >
      {offeredLanguages(config.property('languages')).map((language) => (
        <MenuItem
          key={language}
          current={language === locale}
          render={(content) => (
            <button type="button" lang={language} onClick={() => void change(language)}>
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
