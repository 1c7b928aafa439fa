import { Avatar, Icon, Menu, MenuItem, VisuallyHidden } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { fullNameOf, useProfile } from '../lib/profile.ts'
import { PATHS } from '../paths.ts'
import { AppLink } from './app-link.tsx'

/** The signed-in partner, with the link to log out. Source: requirements NAV-008, NAV-018, NAV-019. */
export function ProfileMenu() {
  const { t } = useTranslation()
  const profile = useProfile()
  const name = fullNameOf(profile) || t('common.noname')
  return (
    <Menu
      trigger={
        <>
          <Avatar name={name} src={profile.avatar} />
          <VisuallyHidden>{t('header.profile', { name })}</VisuallyHidden>
          <bdi className="only-desk" aria-hidden="true">
            {name}
          </bdi>
          <span className="only-tab">
            <Icon name="down" size={16} />
          </span>
        </>
      }
    >
      <MenuItem icon="log-out" render={(content) => <AppLink to={PATHS.logout}>{content}</AppLink>}>
        {t('common.logOut')}
      </MenuItem>
    </Menu>
  )
}
