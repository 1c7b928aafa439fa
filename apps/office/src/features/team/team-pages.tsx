import { useSearch } from '@tanstack/react-router'

import { PATHS } from '../../paths.ts'
import { TeamPicture } from './picture/team-picture.tsx'
import { TeamSearch } from './search/team-search.tsx'
import { TeamFrame } from './team-frame.tsx'
import { DayOfTree } from './tree/day-of-tree.tsx'
import { PastTree } from './tree/past-tree.tsx'
import { TeamTree } from './tree/team-tree.tsx'

/** Search in the team. Source: requirements RTE-010. */
export function TeamMyPage() {
  return (
    <TeamFrame tab="search">
      <TeamSearch />
    </TeamFrame>
  )
}

/** The team as a tree or as a picture. Source: requirements RTE-011. */
export function TeamTreePage() {
  const { view, day } = useSearch({ from: PATHS.teamTree })
  const isPicture = view === 'picture'
  return (
    <TeamFrame tab={isPicture ? 'picture' : 'tree'}>
      {!isPicture && <DayOfTree day={day} />}
      {isPicture ? <TeamPicture /> : day === undefined ? <TeamTree /> : <PastTree day={day} />}
    </TeamFrame>
  )
}
