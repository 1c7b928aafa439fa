import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useLocale } from '../lib/locale.ts'
import { PATHS } from '../paths.ts'

type AppLinkProps = {
  readonly to: Exclude<keyof typeof PATHS, 'invite'>
  /** Parameters of the address. */
  readonly search?: Readonly<Record<string, string>>
  readonly className?: string
  readonly title?: string
  readonly children: ReactNode
}

/** A link to a page of the office, in the language of this one. */
export function AppLink({ to, search, ...rest }: AppLinkProps) {
  const locale = useLocale()
  return (
    <Link
      to={PATHS[to] as string}
      params={{ locale } as never}
      search={search as never}
      {...rest}
    />
  )
}
