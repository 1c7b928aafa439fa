import type { TeamMember } from '@partner-office/contracts'
import { buttonClass, Gem, Icon, Stat } from '@partner-office/ui'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../../lib/queries/ranks.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import { LineBadge } from '../line-badge.tsx'
import { TelegramButton } from '../telegram-menu.tsx'
import { TreeFigure } from './tree-figure.tsx'
import { TREE_HEADS } from './tree-heads.ts'
import { TreeName } from './tree-name.tsx'
import { type TreeColumn, treeSort } from './tree-search.ts'
import { useTreeCaption } from './use-tree-caption.ts'
import { useTreeRow } from './use-tree-row.ts'

type TreeCardsProps = {
  readonly rows: readonly TeamMember[]
  readonly state: TeamSearchState
  /** Whether the cards belong to the previous line; their links would lead to a wrong path. */
  readonly isOld: boolean
}

/** A line of the team as cards that open the teams below. Source: requirements TRE-002. */
export function TreeCards({ rows, state, isOld }: TreeCardsProps) {
  return (
    <ul className="card flush list tree-cards" aria-label={useTreeCaption(state)} inert={isOld}>
      {rows.map((member) => (
        <TreeCard key={member.id} member={member} state={state} />
      ))}
    </ul>
  )
}

type CardProps = { readonly member: TeamMember; readonly state: TeamSearchState }

function TreeCard({ member, state }: CardProps) {
  const { t } = useTranslation()
  const { name, link, opening } = useTreeRow({ member, state })
  return (
    <li {...opening}>
      <div className="in-row gap-3">
        <Gem code={member.rang} size={28} />
        <div className="grow">
          <TreeName name={name} link={link} />
          <span className="in-row meta">
            <LineBadge line={member.level} />
            {t(rankNameKey(member.rang))}
          </span>
        </div>
        <TelegramButton handle={member.telegram} name={name} />
        {link !== null && (
          <Link
            className={buttonClass({ size: 'sm', square: true })}
            {...link}
            tabIndex={-1}
            aria-hidden="true"
          >
            <Icon name="forward" size={18} />
          </Link>
        )}
      </div>
      <TreeFigures member={member} state={state} />
    </li>
  )
}

const TURNOVERS = ['teamTurnover', 'ownTurnover', 'flTurnover'] as const

type FiguresProps = {
  readonly member: Pick<TeamMember, TreeColumn>
  readonly state: TeamSearchState
}

/** Figures of a member; the sorted one comes first. */
export function TreeFigures({ member, state }: FiguresProps) {
  const { t } = useTranslation()
  const { column } = treeSort(state.search)
  const sizes = (
    <Stat key="sizes" label={t('teamTree.sizes')}>
      <TreeFigure member={member} column="flSize" /> /{' '}
      <TreeFigure member={member} column="teamSize" />
    </Stat>
  )
  const turnovers = TURNOVERS.toSorted((a, b) => Number(b === column) - Number(a === column))
  const isBySize = column === 'flSize' || column === 'teamSize'
  return (
    <dl className="tree-figures">
      {isBySize && sizes}
      {turnovers.map((each) => (
        <Stat key={each} label={t(TREE_HEADS[each])}>
          <TreeFigure member={member} column={each} />
        </Stat>
      ))}
      {!isBySize && sizes}
    </dl>
  )
}
