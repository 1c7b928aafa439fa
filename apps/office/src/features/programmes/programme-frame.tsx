import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { PageNotFound } from '../../shell/page-not-found.tsx'
import { isOffered, type OfferedKind, TITLES } from '../../parts/bonus/programme-titles.ts'
import './programmes.css'

type FrameProps = {
  readonly kind: OfferedKind
  /** Control that chooses the period. */
  readonly period: ReactNode
  readonly children: ReactNode
}

/** Header and period of a programme; a programme that is switched off shows "page not found". Source: decisions D-057. */
export function ProgrammeFrame({ kind, period, children }: FrameProps) {
  const { t } = useTranslation()
  const { config } = useOffice()
  if (!isOffered(config, kind)) return <PageNotFound />
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t(TITLES[kind].title)}</h1>
          <p className="meta">{t(TITLES[kind].hint)}</p>
          <p className="meta">
            <AppLink to={PATHS.bonuses} className="link">
              {t('bonuses.all')}
            </AppLink>
          </p>
        </div>
        {period}
      </div>
      <div className="stack gap-5">{children}</div>
    </>
  )
}
