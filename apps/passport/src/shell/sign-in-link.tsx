import type { ReactNode } from 'react'

import { useOfficeAddress, useRequest } from '../lib/address.ts'
import { PageLink } from './page-link.tsx'

type SignInLinkProps = { readonly className?: string; readonly children?: ReactNode }

/** A link to the sign-in with the request of the address; without a request, through the office. */
export function SignInLink({ className = 'link', children }: SignInLinkProps) {
  const { application, backUrl } = useRequest()
  const officeAddress = useOfficeAddress()
  if (application !== undefined && backUrl !== undefined) {
    return (
      <PageLink to="login" className={className}>
        {children}
      </PageLink>
    )
  }
  return (
    <a href={officeAddress('login')} className={className}>
      {children}
    </a>
  )
}
