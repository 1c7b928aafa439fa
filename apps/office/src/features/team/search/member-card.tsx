import type { TeamMember } from '@partner-office/contracts'
import { Avatar, Button, Dot, Gem, Icon, Stat } from '@partner-office/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { countText, dateText } from '../../../lib/formats.ts'
import { fullNameOf } from '../../../lib/profile.ts'
import { rankNameKey } from '../../../lib/ranks.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Amount } from '../../../parts/figures/amount.tsx'
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
        <div className="row g3">
          <Avatar name={name} src={member.avatar} size="m" />
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
      </div>
      {isOpen && (
        <div id={id}>
          <MemberContacts member={member} />
        </div>
      )}
    </article>
  )
}

function Since({ member }: { member: TeamMember }) {
  const { t } = useTranslation()
  const isActive = isActiveMember(member, Date.now())
  return (
    <p className="row wrap meta member-since">
      <span className="row">
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
  const people = (value: number) => <span className="num">{countText(value, style)}</span>
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
