import { LANGUAGES, type Language } from '@partner-office/locales'
import { Icon, Menu, MenuItem } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type LanguageMenuProps = {
  readonly locale: Language
  /** The offered languages, in the order of the configuration. */
  readonly languages: readonly Language[]
  readonly onChoose: (language: Language) => void
  /** Whether the button has a border, as beside other buttons. */
  readonly isFramed?: boolean
  /** The name of the language on the button, after the globe. */
  readonly children: ReactNode
}

/** Offers each language by its own name. */
export function LanguageMenu({
  locale,
  languages,
  onChoose,
  isFramed = false,
  children,
}: LanguageMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      columns={2}
      look={{ variant: isFramed ? 'secondary' : 'ghost' }}
      label={t('header.language', { language: LANGUAGES[locale] })}
      trigger={
        <>
          <Icon name="globe" size={20} />
          {children}
        </>
      }
    >
      {languages.map((language) => (
        <MenuItem
          key={language}
          current={language === locale}
          render={(content) => (
            <button type="button" lang={language} onClick={() => onChoose(language)}>
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
