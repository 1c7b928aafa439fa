import { Link } from '@tanstack/react-router'

import type { useTreeRow } from './use-tree-row.ts'

type TreeNameProps = Pick<ReturnType<typeof useTreeRow>, 'name' | 'link'>

/** A member's name, as a link where the member has a team. */
export function TreeName({ name, link }: TreeNameProps) {
  if (link === null) {
    return (
      <span className="medium-weight block">
        <bdi>{name}</bdi>
      </span>
    )
  }
  return (
    <Link className="medium-weight block tree-name" {...link}>
      <bdi>{name}</bdi>
    </Link>
  )
}
