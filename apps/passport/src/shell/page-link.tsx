import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useLocale, useRequest } from '../lib/address.ts'
import { PATHS } from '../paths.ts'

type PageLinkProps = {
  readonly to: keyof typeof PATHS
  readonly className?: string
  readonly children?: ReactNode
}

/** A link to another page of the passport, in this language; where the visitor came from goes along. */
export function PageLink({ to, className = 'link', children }: PageLinkProps) {
  const params = { locale: useLocale() }
  const search = useRequest()
  return (
    <Link to={PATHS[to] as string} {...({ params, search } as object)} className={className}>
      {children}
    </Link>
  )
}
