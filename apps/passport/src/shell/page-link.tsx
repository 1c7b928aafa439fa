import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useRequest } from '../lib/address.ts'
import { PATHS } from '../paths.ts'

const { Link } = getRouteApi(PATHS.home)

type PageLinkProps = {
  readonly to: keyof typeof PATHS
  readonly className?: string
  readonly children?: ReactNode
}

/** A link to another page of the passport, in this language, with the request of the address. */
export function PageLink({ to, className = 'link', children }: PageLinkProps) {
  return (
    <Link to={PATHS[to]} search={useRequest()} className={className}>
      {children}
    </Link>
  )
}
