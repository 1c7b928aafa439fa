import type { TeamMember } from '@partner-office/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import type { TeamSearchState } from '../lib/use-team-search.ts'
import { LineBadge } from '../line-badge.tsx'
import { downTo } from '../team-link.tsx'

type PlaceProps = Pick<TeamSearchState, 'linkTo'> & { readonly member: TeamMember }

/** A member's line and the path above them, in a list of the whole team. Source: TEA-065; D-067. */
export function MemberPlace({ member: { level, path = [] }, linkTo }: PlaceProps) {
  const { t } = useTranslation()
  return (
    <div className="member-place meta">
      <LineBadge line={level} />
      {path.length > 0 && (
        <ol className="crumbs" aria-label={t('team.above')}>
          {path.map(({ id, name }, at) => (
            <li key={id}>
              <Link {...linkTo(downTo(path.slice(0, at + 1)))}>
                <bdi>{name || t('common.noname')}</bdi>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
