import { useDocumentTitle } from '@partner-office/web'
import type { ReactNode } from 'react'

type AccountPageProps = {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

/** The head of an account page, and its cards. */
export function AccountPage({ title, lead, children }: AccountPageProps) {
  useDocumentTitle(title)
  return (
    <>
      <div className="stack gap-1">
        <h1 className="heading-1">{title}</h1>
        <p className="meta">{lead}</p>
      </div>
      {children}
    </>
  )
}
