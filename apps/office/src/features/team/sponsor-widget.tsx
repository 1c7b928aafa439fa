import { getPublicProfile, type PublicProfile } from '@partner-office/contracts'
import { Avatar, Button, buttonClass, Card, Icon, IconButton } from '@partner-office/ui'
import { Loaded, useCopy } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { fullNameOf, useProfile } from '../../lib/session/profile.ts'
import {
  type Contact,
  CONTACT_ICONS,
  CONTACT_KEYS,
  contactLink,
  contactText,
  filledContacts,
} from './lib/contacts.ts'
import { sponsorPage } from './lib/sponsor-page.ts'

/** Height of a sponsor with contacts. Units: pixels. */
const SPONSOR_HEIGHT = 142

/** The partner's sponsor and their contacts. Source: requirements TEA-001, TEA-008, TEA-010; decisions D-076. */
export function SponsorWidget() {
  const { t } = useTranslation()
  const { parentInvite } = useProfile()
  return (
    <Card title={t('team.sponsor')}>
      {parentInvite === null ? (
        <p className="subdued">{t('team.noSponsor')}</p>
      ) : (
        <Sponsor inviteCode={parentInvite} />
      )}
    </Card>
  )
}

function Sponsor({ inviteCode }: { inviteCode: string }) {
  const { api } = useOffice()
  const sponsor = useQuery({
    queryKey: ['public-profile', inviteCode],
    queryFn: ({ signal }) =>
      api.call('business', getPublicProfile, { query: { inviteCode }, signal }),
  })
  return (
    <Loaded query={sponsor} placeholder={SPONSOR_HEIGHT}>
      {(data) => <Person sponsor={data} />}
    </Loaded>
  )
}

function Person({ sponsor }: { sponsor: PublicProfile }) {
  const { t } = useTranslation()
  const { config } = useOffice()
  const name = fullNameOf(sponsor) || t('common.noname')
  const page = sponsorPage(config, sponsor)
  return (
    <>
      <div className="in-row gap-3">
        <Avatar name={name} src={sponsor.avatar} size="large" />
        <div className="grow">
          <p className="heading-2">
            <bdi className="ellipsis">{name}</bdi>
          </p>
          {sponsor.email && (
            <p className="meta">
              <bdi className="ellipsis">{sponsor.email}</bdi>
            </p>
          )}
          {page !== null && (
            <a className="link" href={page} target="_blank" rel="noreferrer">
              {t('team.sponsorPage')}
            </a>
          )}
        </div>
      </div>
      <Contacts contacts={filledContacts(sponsor)} />
    </>
  )
}

const MOST = 4
const FIRST = 3

/** Up to four contacts; with more, three and a button that shows the rest. Source: requirements TEA-004 to TEA-006. */
function Contacts({ contacts }: { contacts: readonly Contact[] }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isLong = contacts.length > MOST
  const shown = isLong && !isOpen ? contacts.slice(0, FIRST) : contacts
  if (contacts.length === 0) return <p className="meta">{t('team.notFilled')}</p>
  return (
    <ul className="sponsor-contacts">
      {shown.map((contact) => (
        <li key={contact.kind}>
          <ContactButton contact={contact} />
        </li>
      ))}
      {isLong && (
        <li>
          <Button
            variant="ghost"
            size="sm"
            block
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('team.fewer') : t('team.more', { count: contacts.length - FIRST })}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** A contact as a link; one without an address has a copy button. */
function ContactButton({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const link = contactLink(contact)
  const label = t(CONTACT_KEYS[contact.kind])
  if (link === null) {
    return (
      <span className="contact-text">
        <Icon name={CONTACT_ICONS[contact.kind]} size={16} />
        <span className="ellipsis grow" title={label}>
          <bdi>{contactText(contact)}</bdi>
        </span>
        <IconButton
          icon="copy"
          size="sm"
          label={t('team.copyOf', { label })}
          onClick={() => copy(contact.value)}
        />
      </span>
    )
  }
  return (
    <Away link={link} title={contactText(contact)}>
      <Icon name={CONTACT_ICONS[contact.kind]} size={16} />
      {label}
    </Away>
  )
}

type AwayProps = { readonly link: string; readonly title: string; readonly children: ReactNode }

function Away({ link, title, children }: AwayProps) {
  return (
    <a
      className={buttonClass({ size: 'sm', block: true })}
      href={link}
      title={title}
      target={link.startsWith('http') ? '_blank' : undefined}
      rel="noreferrer"
    >
      {children}
    </a>
  )
}
