import { postConsoleLogout } from '@partner-office/contracts'
import { Icon, Menu, MenuItem } from '@partner-office/ui'
import { forgetDrafts, setTheme, useTheme } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../lib/console.ts'
import { PATHS } from '../paths.ts'
import { useRoleNames } from './role-names.ts'

/** Who is signed in, with the own account, the keys, the colours and the way out. */
export function OperatorMenu({ onKeys }: { readonly onKeys: () => void }) {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const roleNames = useRoleNames()
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const signOut = useSignOut()
  const roles = roleNames(operator.roles)
  return (
    <Menu
      label={t('menu.operator', { email: operator.email, roles })}
      trigger={
        <span className="console-person">
          <Icon name="person" size={18} />
          <span className="rail-hidden grow">
            {/* The space makes the seen text a part of the label. */}
            <b className="ellipsis">{operator.email}</b>{' '}
            <span className="caption ellipsis">{roles}</span>
          </span>
        </span>
      }
    >
      <MenuItem icon="person" render={(content) => <Link to={PATHS.me}>{content}</Link>}>
        {t('me.title')}
      </MenuItem>
      <MenuItem
        icon="list"
        render={(content) => (
          <button type="button" onClick={onKeys}>
            {content}
          </button>
        )}
      >
        {t('keys.title')}
      </MenuItem>
      <MenuItem
        icon={theme === 'dark' ? 'sun' : 'moon'}
        render={(content) => (
          <button type="button" onClick={() => setTheme(other)}>
            {content}
          </button>
        )}
      >
        {t(`header.${other}Theme`)}
      </MenuItem>
      <MenuItem
        icon="log-out"
        render={(content) => (
          <button type="button" onClick={() => void signOut()}>
            {content}
          </button>
        )}
      >
        {t('session.signOut')}
      </MenuItem>
    </Menu>
  )
}

/** Signs out. Without an answer of the service, the page forgets the session all the same, and the cookie ends with it. */
export function useSignOut(): () => Promise<void> {
  const { api, session } = useConsole()
  const queries = useQueryClient()
  const router = useRouter()
  return async () => {
    await api.call(postConsoleLogout).catch(() => {})
    forgetDrafts()
    session.forget()
    queries.clear()
    await router.navigate({ to: PATHS.signIn, replace: true })
  }
}
