import type { ReactNode } from 'react'

import { useLocale } from '../lib/formats/locale.ts'
import { useOffice } from '../lib/session/office.ts'
import { AppLink } from '../lib/navigation/app-link.tsx'
import type { AccountEntry } from './menu.ts'

type AccountLinkProps = {
  readonly entry: AccountEntry
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** A link of the profile menu. */
export function AccountLink({ entry, onClick, children }: AccountLinkProps) {
  const { config } = useOffice()
  const locale = useLocale()
  return 'to' in entry ? (
    <AppLink to={entry.to} onClick={onClick}>
      {children}
    </AppLink>
  ) : (
    <a href={entry.href(config, locale)} onClick={onClick}>
      {children}
    </a>
  )
}
