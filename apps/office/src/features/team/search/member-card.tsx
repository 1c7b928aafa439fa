import type { TeamMember } from '@partner-office/contracts'
import {
  Avatar,
  Button,
  buttonClass,
  Dot,
  Gem,
  Icon,
  Stat,
  VisuallyHidden,
} from '@partner-office/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { countText, dateText } from '../../../lib/formats/formats.ts'
import { fullNameOf } from '../../../lib/session/profile.ts'
import { rankNameKey } from '../../../lib/queries/ranks.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { useWindowClass } from '../../../lib/browser/window-class.ts'
import { Amount } from '../../../parts/figures/amount.tsx'
import { contactLink, filledContacts } from '../lib/contacts.ts'
import { isActiveMember } from '../lib/member-facts.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import { TeamLink } from '../team-link.tsx'
import { FIGURE_KEYS } from './filter-texts.ts'
import { MemberContacts } from './member-contacts.tsx'
import { MemberPlace } from './member-place.tsx'

type CardProps = Pick<TeamSearchState, 'linkTo'> & { readonly member: TeamMember }

/** A member of the team. Source: requirements TEA-027 to TEA-033. */
export function MemberCard({ member, linkTo }: CardProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const name = fullNameOf(member) || t('common.noname')
  return (
    <article className="card member" aria-label={name}>
      <div className="member-top">
        <div className="in-row gap-3">
          <Avatar name={name} src={member.avatar} size="medium" />
          <div className="grow">
            <TeamLink member={member} linkTo={linkTo} />
            <Since member={member} />
            {member.path !== undefined && <MemberPlace member={member} linkTo={linkTo} />}
          </div>
        </div>
        <span className="gemname">
          <Gem code={member.rang} size={22} />
          {t(rankNameKey(member.rang))}
        </span>
        <Figures member={member} />
        <span className="in-row member-actions">
          <CallLink member={member} name={name} />
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {t('team.contacts')}
            <Icon name={isOpen ? 'up' : 'down'} size={16} />
          </Button>
        </span>
      </div>
      {isOpen && (
        <div id={id}>
          <MemberContacts member={member} />
        </div>
      )}
    </article>
  )
}

/** Calls a member who has a phone number; on phones only. */
function CallLink({ member, name }: { readonly member: TeamMember; readonly name: string }) {
  const { t } = useTranslation()
  const isPhone = useWindowClass() === 'phone'
  const links = filledContacts(member).flatMap((contact) => contactLink(contact) ?? [])
  const call = links.find((link) => link.startsWith('tel:'))
  if (!isPhone || call === undefined) return null
  return (
    <a className={buttonClass({ size: 'sm' })} href={call}>
      <Icon name="phone" size={16} />
      {t('team.call')}
      <VisuallyHidden> {name}</VisuallyHidden>
    </a>
  )
}

function Since({ member }: { member: TeamMember }) {
  const { t } = useTranslation()
  const isActive = isActiveMember(member, Date.now())
  return (
    <p className="in-row wrap meta member-since">
      <span className="in-row">
        <Dot on={isActive} />
        {isActive ? t('team.active') : t('team.inactive')}
      </span>
      <span>{t('team.since', { date: dateText(member.registeredAt) })}</span>
    </p>
  )
}

/** Five figures in fixed columns, so that cards read like a table. Source: requirements TEA-032. */
function Figures({ member }: { member: TeamMember }) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const eur = (value: string) => <Amount amount={value} currency="EUR" isBare />
  const people = (value: number) => <span className="digits">{countText(value, style)}</span>
  return (
    <dl className="figures">
      <Stat label={t(FIGURE_KEYS.ownTurnover)}>{eur(member.ownTurnover)}</Stat>
      <Stat label={t(FIGURE_KEYS.flSize)}>{people(member.flSize)}</Stat>
      <Stat label={t(FIGURE_KEYS.flTurnover)}>{eur(member.flTurnover)}</Stat>
      <Stat label={t(FIGURE_KEYS.teamSize)}>{people(member.teamSize)}</Stat>
      <Stat label={t(FIGURE_KEYS.teamTurnover)}>{eur(member.teamTurnover)}</Stat>
    </dl>
  )
}
