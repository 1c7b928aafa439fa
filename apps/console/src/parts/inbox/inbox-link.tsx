import type { InboxLine } from '@partner-office/contracts'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

import { PATHS } from '../../paths.ts'
import type { InboxFilters } from './use-inbox.ts'

type InboxLinkProps = Pick<ComponentProps<'a'>, 'className' | 'children'> & {
  readonly line: Pick<InboxLine, 'kind' | 'id'>
  /** The list that stands beside the opened line. */
  readonly filters: InboxFilters
}

/** Other filters are another link. */
const EXACT = { exact: true } as const

/** Opens a line of the inbox beside the list; the link of the shown page is the current one. */
export function InboxLink({ line: { kind, id }, filters, ...attributes }: InboxLinkProps) {
  const params = { id: String(id) }
  const shared = { ...attributes, params, activeOptions: EXACT }
  return kind === 'ticket' ? (
    <Link {...shared} to={PATHS.ticket} search={filters} />
  ) : (
    <Link {...shared} to={PATHS.dispute} search={{ ...filters, beside: 'inbox' }} />
  )
}
