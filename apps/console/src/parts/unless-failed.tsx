import { type ErrorLook, LoadError } from '@partner-office/web'
import type { ComponentProps, ReactNode } from 'react'

type UnlessFailedProps = Pick<ErrorLook, 'isCard' | 'titles'> & {
  readonly query: ComponentProps<typeof LoadError>['query'] & {
    readonly data: unknown
    readonly isError: boolean
  }
  /** Draws its own placeholder while the query loads. */
  readonly children: ReactNode
}

/** The children, or why their query could not be loaded. Data of an earlier load stays. */
export function UnlessFailed({ query, children, ...look }: UnlessFailedProps) {
  if (query.isError && query.data === undefined) return <LoadError {...look} query={query} />
  return children
}
