import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { type ErrorLook, LoadError } from './load-error.tsx'
import { Loading, type Placeholder } from './loading.tsx'

type LoadedProps<T> = ErrorLook & {
  readonly query: UseQueryResult<T>
  readonly placeholder: Placeholder
  /** Whether data disappears when a later load fails. By default it stays, and the frame says how old it is. */
  readonly hidesOld?: boolean
  readonly children: (data: T) => ReactNode
}

/** Draws the data of one query, or its loading or error state. */
export function Loaded<T>({
  query,
  placeholder,
  hidesOld = false,
  children,
  ...look
}: LoadedProps<T>) {
  const isShown = !(hidesOld && query.isError)
  if (query.data !== undefined && isShown) return children(query.data)
  if (query.isPending) return <Loading placeholder={placeholder} />
  return <LoadError {...look} query={query} />
}
