import { Icon, IconButton, Menu, MenuItem } from '@partner-office/ui'
import { useCopy } from '@partner-office/web'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { contactLink, contactText } from './lib/contacts.ts'

type ButtonProps = {
  /** As the member wrote it; may be empty. */
  readonly handle: string
  /** Name of the member. */
  readonly name: string
}

/** Button with a menu of actions on a Telegram handle; disabled without a handle. Source: requirements TRE-004. */
export function TelegramButton({ handle, name }: ButtonProps) {
  const { t } = useTranslation()
  const label = t('team.telegramOf', { name })
  if (handle === '') return <IconButton icon="send" size="sm" label={label} disabled />
  return (
    <HandleMenu handle={handle} label={label} square>
      <Icon name="send" size={18} />
    </HandleMenu>
  )
}

/** A Telegram handle with a menu of actions. Source: requirements TEA-037. */
export function TelegramHandle({ handle }: { readonly handle: string }) {
  const { t } = useTranslation()
  const text = contactText({ kind: 'telegram', value: handle })
  return (
    <HandleMenu handle={handle} label={t('team.telegramOf', { name: text })}>
      <bdi className="ellipsis">{text}</bdi>
      <Icon name="down" size={16} />
    </HandleMenu>
  )
}

type HandleMenuProps = {
  readonly handle: string
  readonly label: string
  readonly square?: boolean
  readonly children: ReactNode
}

function HandleMenu({ handle, label, square, children }: HandleMenuProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  const contact = { kind: 'telegram', value: handle } as const
  const link = contactLink(contact)
  return (
    <Menu label={label} look={{ variant: 'ghost', size: 'sm', square }} trigger={children}>
      <MenuItem
        icon="copy"
        render={(content) => (
          <button type="button" onClick={() => copy(contactText(contact))}>
            {content}
          </button>
        )}
      >
        <span>{t('team.copyHandle', { handle: contactText(contact) })}</span>
      </MenuItem>
      {link !== null && (
        <MenuItem
          icon="external"
          render={(content) => (
            <a href={link} target="_blank" rel="noreferrer">
              {content}
            </a>
          )}
        >
          <span>{t('team.openTelegram')}</span>
        </MenuItem>
      )}
    </Menu>
  )
}
