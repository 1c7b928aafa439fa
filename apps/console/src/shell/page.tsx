import { FullMessage, MAIN } from '@partner-office/ui'
import { useDocumentTitle } from '@partner-office/web'
import type { Role } from '@partner-office/contracts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../lib/console.ts'
import { hasOneOf } from '../lib/session.ts'
import type { PATHS } from '../paths.ts'
import { FourEyesNote } from './four-eyes-note.tsx'
import { useRoleNames } from './role-names.ts'

type PageProps = {
  readonly title: string
  /** The page above this one. */
  readonly crumb?: {
    readonly text: string
    readonly to: (typeof PATHS)[keyof typeof PATHS]
    /** Its filters. */
    readonly search?: object
  }
  /** The state of the thing, or what the page shows as of when. */
  readonly state?: ReactNode
  readonly actions?: ReactNode
  /** The roles that may read the page. */
  readonly roles: readonly Role[]
  readonly children: ReactNode
}

/** A page: the head row stays in view, with the only title of the page. Source: requirements OPR-012. */
export function Page({ title, crumb, state, actions, roles, children }: PageProps) {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const isAllowed = hasOneOf(operator.roles, roles)
  const main = useRef<HTMLElement>(null)
  useDocumentTitle(t('page.title', { title }))
  // Reading goes on with the new page.
  useEffect(() => {
    if (document.activeElement?.closest('dialog') == null) main.current?.focus()
  }, [])
  return (
    <main id={MAIN} tabIndex={-1} ref={main} className="console-main">
      <header className="console-head">
        {crumb && (
          <>
            {/* The types of the router know no search that fits every page. */}
            <Link to={crumb.to} search={(crumb.search ?? {}) as never} className="crumb">
              {crumb.text}
            </Link>
            <span className="crumb-line" aria-hidden="true">
              /
            </span>
          </>
        )}
        <h1>{title}</h1>
        {isAllowed && state}
        {isAllowed && actions && <div className="console-actions">{actions}</div>}
      </header>
      <div className="console-body">
        <FourEyesNote />
        {isAllowed ? children : <NoRight roles={roles} />}
      </div>
    </main>
  )
}

/** In the place of a page that none of the operator's roles may read. */
function NoRight({ roles }: { readonly roles: readonly Role[] }) {
  const { t } = useTranslation()
  const roleNames = useRoleNames()
  return (
    <FullMessage
      icon="lock"
      title={t('page.noRight')}
      text={t('page.noRightText', { roles: roleNames(roles, 'any') })}
    />
  )
}
