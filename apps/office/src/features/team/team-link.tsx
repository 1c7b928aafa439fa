import type { TeamMember } from '@partner-office/contracts'
import { drilledDown, type PathStep, type TeamSearch } from '@partner-office/domain'
import { Icon } from '@partner-office/ui'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../lib/profile.ts'
import type { TeamSearchState } from './lib/use-team-search.ts'

type Linked = Pick<TeamMember, 'id' | 'firstName' | 'lastName' | 'flSize' | 'path'>

/** Who stands between the team that is shown and this member, and the member. */
export const stepsTo = (member: Linked, name: string): readonly PathStep[] => [
  ...(member.path ?? []),
  { name, id: member.id, flSize: member.flSize },
]

/** The search one or more steps further down. */
export const downTo =
  (steps: readonly PathStep[]) =>
  (search: TeamSearch): TeamSearch =>
    drilledDown(search, steps)

type TeamLinkProps = Pick<TeamSearchState, 'linkTo'> & { readonly member: Linked }

/** The name of a member: it opens the team below, if there is one. Source: requirements TEA-039, TEA-040. */
export function TeamLink({ member, linkTo }: TeamLinkProps) {
  const { t } = useTranslation()
  const name = fullNameOf(member) || t('common.noname')
  if (member.flSize === 0) return <bdi className="b">{name}</bdi>
  return (
    <Link className="team-link" {...linkTo(downTo(stepsTo(member, name)))}>
      <bdi className="b">{name}</bdi>
      <Icon name="forward" size={16} />
    </Link>
  )
}
