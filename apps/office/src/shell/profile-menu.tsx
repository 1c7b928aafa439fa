import { Avatar, Icon, Menu, MenuItem, VisuallyHidden } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../lib/session/office.ts'
import { fullNameOf, useProfile } from '../lib/session/profile.ts'
import { PATHS } from '../paths.ts'
import { AccountLink } from './account-link.tsx'
import { AppLink } from '../lib/navigation/app-link.tsx'
import { accountEntries } from './menu.ts'

/** The signed-in partner, with the links of the account. Source: requirements NAV-018, NAV-019; decisions D-134. */
export function ProfileMenu() {
  const { t } = useTranslation()
  const { startUp } = useOffice()
  const profile = useProfile()
  const name = fullNameOf(profile) || t('common.noname')
  return (
    <Menu
      trigger={
        <>
          <Avatar name={name} src={profile.avatar} />
          <VisuallyHidden>{t('header.profile', { name })}</VisuallyHidden>
          <bdi className="head-name" aria-hidden="true">
            {name}
          </bdi>
          <span className="only-tablet">
            <Icon name="down" size={16} />
          </span>
        </>
      }
    >
      <MenuItem
        icon="person"
        render={(content) => <AppLink to={PATHS.profileGeneral}>{content}</AppLink>}
      >
        <bdi>{name}</bdi>
      </MenuItem>
      {accountEntries(startUp.isView).map((entry) => (
        <MenuItem
          key={entry.key}
          icon={entry.icon}
          render={(content) => <AccountLink entry={entry}>{content}</AccountLink>}
        >
          {t(entry.key)}
        </MenuItem>
      ))}
    </Menu>
  )
}
