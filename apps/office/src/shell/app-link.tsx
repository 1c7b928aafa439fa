import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useLocale } from '../lib/locale.ts'
import { PATHS } from '../paths.ts'

type AppLinkProps = {
  readonly to: Exclude<keyof typeof PATHS, 'invite'>
  readonly className?: string
  readonly title?: string
  readonly children: ReactNode
}

/** A link to a page of the office, in the language of this one. */
export function AppLink({ to, ...rest }: AppLinkProps) {
  const locale = useLocale()
  return <Link to={PATHS[to] as string} params={{ locale } as never} {...rest} />
}
