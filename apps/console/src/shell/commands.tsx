import { type Command, CommandMenu } from '@partner-office/ui/console'
import { setTheme, useTheme } from '@partner-office/web'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../lib/console.ts'
import { hasOneOf } from '../lib/session.ts'
import { PATHS } from '../paths.ts'
import { MENU } from './menu.ts'
import { useSignOut } from './operator-menu.tsx'

type CommandsProps = { readonly onKeys: () => void; readonly onClose: () => void }

/** Ctrl K: finds a page or something to do. */
export function Commands({ onKeys, onClose }: CommandsProps) {
  const { t } = useTranslation()
  const pages = usePageCommands()
  const acts = useActCommands(onKeys)
  return (
    <CommandMenu
      label={t('command.title')}
      placeholder={t('command.placeholder')}
      none={t('command.none')}
      foot={t('command.foot')}
      commands={[...pages, ...acts]}
      onClose={onClose}
    />
  )
}

function usePageCommands(): readonly Command[] {
  const { t } = useTranslation()
  const router = useRouter()
  const { operator } = useSignedIn()
  const listed = MENU.flatMap(({ pages }) => pages).filter(({ roles }) =>
    hasOneOf(operator.roles, roles),
  )
  const own = { to: PATHS.me, text: 'me.title', icon: 'person', key: 'u' } as const
  return [...listed, own].map(({ to, text, icon, key }) => ({
    id: text.replace('.', '-'),
    group: t('command.pages'),
    text: t(text),
    icon,
    keys: `g ${key}`,
    run: () => void router.navigate({ to }),
  }))
}

function useActCommands(onKeys: () => void): readonly Command[] {
  const { t } = useTranslation()
  const signOut = useSignOut()
  const other = useTheme() === 'dark' ? 'light' : 'dark'
  const group = t('command.acts')
  return [
    { id: 'keys', group, text: t('keys.title'), icon: 'list', keys: '?', run: onKeys },
    {
      id: 'theme',
      group,
      text: t(`header.${other}Theme`),
      icon: other === 'light' ? 'sun' : 'moon',
      run: () => setTheme(other),
    },
    {
      id: 'sign-out',
      group,
      text: t('session.signOut'),
      icon: 'log-out',
      run: () => void signOut(),
    },
  ]
}
