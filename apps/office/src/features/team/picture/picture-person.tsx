import type { TeamPictureNode } from '@partner-office/contracts'
import { Avatar, Dot, Gem, Stat } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/session/profile.ts'
import { rankNameKey } from '../../../lib/queries/ranks.ts'
import { Amount } from '../../../parts/figures/amount.tsx'
import { centsToEur } from '../../../parts/figures/eur.ts'
import { LineBadge } from '../line-badge.tsx'
import { lineSize, teamPart } from './picture-layout.ts'
import type { PictureLook } from './picture-look.ts'
import { usePictureFormat } from './use-picture-format.ts'

type PicturePersonProps = {
  readonly person: TeamPictureNode
  /** Name of the caller's first-line member above this person; null in or above that line. */
  readonly leg: string | null
  readonly look: PictureLook
  /** Buttons and links. */
  readonly children: ReactNode
}

/** The selected member. */
export function PicturePerson({ person, leg, look, children }: PicturePersonProps) {
  const { t } = useTranslation()
  const format = usePictureFormat()
  return (
    <section className="card picture-person" aria-label={t('teamPicture.selected')}>
      <div className="in-row gap-3">
        <Avatar name={fullNameOf(person)} src={person.avatar} size="medium" />
        <div className="grow">
          <p className="in-row wrap">
            <bdi className="bold">{format.name(person)}</bdi>
            <span className="in-row meta">
              <Gem code={person.rang} size={16} />
              {t(rankNameKey(person.rang))}
            </span>
          </p>
          <p className="in-row meta wrap">
            {person.level > 0 && <LineBadge line={person.level} />}
            {leg !== null && t('teamPicture.inLineOf', { name: format.inSentence(leg) })}
            <span className="in-row">
              <Dot on={person.active} />
              {t(person.active ? 'team.active' : 'team.inactive')}
            </span>
          </p>
        </div>
      </div>
      <Figures person={person} look={look} />
      <div className="in-row">{children}</div>
    </section>
  )
}

function Figures({ person, look }: Pick<PicturePersonProps, 'person' | 'look'>) {
  const { t } = useTranslation()
  const format = usePictureFormat()
  const isPartner = person.level === 0
  const size = (isPartner ? teamPart : lineSize)(person, look.measure)
  const turnover = isPartner ? t('team.teamTurnover') : t('teamPicture.lineTurnover')
  return (
    <dl className="in-row picture-figures">
      <Stat label={look.measure === 'turnover' ? turnover : t('teamPicture.peopleHead')}>
        {look.measure === 'turnover' ? (
          <Amount amount={centsToEur(size)} currency="EUR" />
        ) : (
          <span className="digits">{format.figure(size, 'people')}</span>
        )}
      </Stat>
      <Stat label={t('teamPicture.share')}>
        <span className="digits">{format.percent(size, look.whole)}</span>
      </Stat>
      <Stat label={t('team.ownTurnover')}>
        <Amount amount={person.ownTurnover} currency="EUR" />
      </Stat>
    </dl>
  )
}
