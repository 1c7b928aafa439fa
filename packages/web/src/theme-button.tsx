import { IconButton } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { setTheme, useTheme } from './theme.ts'

/** Switches between the light and the dark theme. */
export function ThemeButton() {
  const { t } = useTranslation()
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={t(other === 'dark' ? 'header.darkTheme' : 'header.lightTheme')}
      onClick={() => setTheme(other)}
    />
  )
}
