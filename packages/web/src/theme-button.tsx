import { Button, IconButton } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { setTheme, useTheme } from './theme.ts'

type ThemeButtonProps = {
  /** Shows the name beside the icon. */
  readonly isNamed?: boolean
}

/** Switches between the light and the dark theme. */
export function ThemeButton({ isNamed = false }: ThemeButtonProps) {
  const { t } = useTranslation()
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const icon = theme === 'dark' ? 'sun' : 'moon'
  const change = (): void => setTheme(other)
  return isNamed ? (
    <Button icon={icon} onClick={change}>
      {t(`header.${other}`)}
    </Button>
  ) : (
    <IconButton icon={icon} label={t(`header.${other}Theme`)} onClick={change} />
  )
}
