import type { TeamMember } from '@partner-office/contracts'
import { drilledDown, NO_FILTERS, type PathStep, type TeamSearch } from '@partner-office/domain'
import { Icon } from '@partner-office/ui'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../lib/session/profile.ts'
import type { TeamSearchState } from './lib/use-team-search.ts'

type Linked = Pick<TeamMember, 'id' | 'firstName' | 'lastName' | 'flSize' | 'path'>

/** Path from the shown team down to a member. */
export const stepsTo = (member: Linked, name: string): readonly PathStep[] => [
  ...(member.path ?? []),
  { name, id: member.id, flSize: member.flSize },
]

/** Moves a search one or more steps down. The name led to the member: it is no filter for the member's team. */
export const downTo =
  (steps: readonly PathStep[]) =>
  (search: TeamSearch): TeamSearch =>
    drilledDown({ ...search, name: NO_FILTERS.name }, steps)

type TeamLinkProps = Pick<TeamSearchState, 'linkTo'> & { readonly member: Linked }

/** A member's name, as a link where the member has a team. Source: requirements TEA-039, TEA-040. */
export function TeamLink({ member, linkTo }: TeamLinkProps) {
  const { t } = useTranslation()
  const name = fullNameOf(member) || t('common.noname')
  if (member.flSize === 0) return <bdi className="bold">{name}</bdi>
  return (
    <Link className="team-link" {...linkTo(downTo(stepsTo(member, name)))}>
      <bdi className="bold">{name}</bdi>
      <Icon name="forward" size={16} />
    </Link>
  )
}
