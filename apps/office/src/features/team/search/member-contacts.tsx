import type { TeamMember } from '@partner-office/contracts'
import { Icon, IconButton, type IconName } from '@partner-office/ui'
import { useCopy } from '@partner-office/web'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../../lib/formats/locale.ts'
import { inviteAt } from '../../../paths.ts'
import {
  type Contact,
  CONTACT_ICONS,
  CONTACT_KEYS,
  contactLink,
  contactText,
  filledContacts,
} from '../lib/contacts.ts'
import { countryName } from '../lib/member-facts.ts'
import { TelegramHandle } from '../telegram-menu.tsx'

/**
 * A member's level, and below it the filled contacts, each with a copy button.
 *
 * Source: requirements TEA-034 to TEA-038; decisions D-072, D-073.
 */
export function MemberContacts({ member }: { readonly member: TeamMember }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const contacts = filledContacts(member)
  const invite = inviteAt(locale, member.invite)
  const country = countryName(member.country, locale)
  return (
    <ul className="contacts">
      <Item icon="layers" label={t('team.level')}>
        <Plain>{String(member.level)}</Plain>
      </Item>
      {member.country !== '' && <Item icon="globe" label={t('team.country')} copied={country} />}
      <Item icon="link" label={t('team.invitePage')} copied={`${location.origin}${invite}`}>
        <a className="ellipsis block" href={invite} target="_blank" rel="noreferrer" dir="ltr">
          {`…${invite}`}
        </a>
      </Item>
      {contacts.map((contact) => (
        <Item
          key={contact.kind}
          icon={CONTACT_ICONS[contact.kind]}
          label={t(CONTACT_KEYS[contact.kind])}
          copied={contactText(contact)}
        >
          {contact.kind === 'telegram' ? (
            <TelegramHandle handle={contact.value} />
          ) : (
            <ContactValue contact={contact} />
          )}
        </Item>
      ))}
      {contacts.length === 0 && <li className="meta contact">{t('team.notFilled')}</li>}
    </ul>
  )
}

type ItemProps = {
  readonly icon: IconName
  readonly label: string
  /** Left out: there is nothing to copy. */
  readonly copied?: string
  /** Shown in place of the copied text. */
  readonly children?: ReactNode
}

function Item({ icon, label, copied, children }: ItemProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <li className="contact">
      <Icon name={icon} size={18} />
      <span className="grow">
        <span className="caption block">{label}</span>
        {children ?? <Plain>{copied ?? ''}</Plain>}
      </span>
      {copied !== undefined && (
        <IconButton
          icon="copy"
          size="sm"
          label={t('team.copyOf', { label })}
          onClick={() => copy(copied)}
        />
      )}
    </li>
  )
}

function ContactValue({ contact }: { contact: Contact }) {
  const link = contactLink(contact)
  const text = contactText(contact)
  if (link === null) return <Plain>{text}</Plain>
  return (
    <a
      className="ellipsis block"
      href={link}
      target={link.startsWith('http') ? '_blank' : undefined}
      rel="noreferrer"
    >
      <bdi>{text}</bdi>
    </a>
  )
}

/** A text of any script, aligned with the start of the line. */
function Plain({ children }: { children: string }) {
  return (
    <span className="ellipsis block">
      <bdi>{children}</bdi>
    </span>
  )
}
