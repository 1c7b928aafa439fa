import { Link } from '@tanstack/react-router'

import type { useTreeRow } from './use-tree-row.ts'

type TreeNameProps = Pick<ReturnType<typeof useTreeRow>, 'name' | 'link'>

/** A name that is the link to the team below. */
export function TreeName({ name, link }: TreeNameProps) {
  if (link === null) return <bdi className="med block">{name}</bdi>
  return (
    <Link className="med block tree-name" {...link}>
      <bdi>{name}</bdi>
    </Link>
  )
}
