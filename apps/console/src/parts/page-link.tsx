import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { PATHS } from '../paths.ts'

const PAGES = Object.values(PATHS).map(
  (path) => new RegExp(`^/console${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
)

/** Whether the console has a page at an address such as `/console/proposals?state=OPEN`. */
export const hasPage = (address: string): boolean =>
  PAGES.some((page) => page.test(address.split('?', 1)[0]!))

type PageLinkProps = {
  /** The address of a page of the console, as the service names it. */
  readonly address: string
  readonly className?: string
  readonly children: ReactNode
}

/** A link to a page that the service names. */
export function PageLink({ address, className, children }: PageLinkProps) {
  const { pathname, searchParams } = new URL(address, location.origin)
  // The service's address is no path that the types of the router know.
  const to = pathname.replace(/^\/console/, '') as NonNullable<LinkProps['to']>
  const search = Object.fromEntries(searchParams) as never
  return (
    <Link to={to} search={search} className={className}>
      {children}
    </Link>
  )
}
