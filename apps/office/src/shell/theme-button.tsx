import { IconButton } from '@partner-office/ui'
import { setTheme, themeNow } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Light or dark, kept in this browser. */
export function ThemeButton() {
  const { t } = useTranslation()
  const [theme, setShown] = useState(themeNow)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={t(other === 'dark' ? 'header.darkTheme' : 'header.lightTheme')}
      onClick={() => {
        setTheme(other)
        setShown(other)
      }}
    />
  )
}
