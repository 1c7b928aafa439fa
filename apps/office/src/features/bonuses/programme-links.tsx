import { Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { isOffered, type OfferedKind, TITLES } from '../../parts/bonus/programme-titles.ts'
import { ProgrammeChip } from './programme-chip.tsx'

const KINDS = Object.keys(TITLES) as OfferedKind[]

/** Links to the programmes that are switched on, each with its standing. Source: decisions D-057. */
export function ProgrammeLinks() {
  const { t } = useTranslation()
  const { config } = useOffice()
  const kinds = KINDS.filter((kind) => isOffered(config, kind))
  if (kinds.length === 0) return null
  return (
    <section className="card flush" aria-labelledby="programmes">
      <div className="card-head">
        <h2 className="heading-2" id="programmes">
          {t('programmes.heading')}
        </h2>
      </div>
      <ul className="programme-links">
        {kinds.map((kind) => (
          <li key={kind} className="in-row between gap-3">
            <span className="grow in-row between wrap">
              <span className="programme-name">
                <AppLink to={PATHS[TITLES[kind].page]} className="link medium-weight">
                  {t(TITLES[kind].title)}
                </AppLink>
                <span className="meta block">{t(TITLES[kind].hint)}</span>
              </span>
              <ProgrammeChip kind={kind} />
            </span>
            <Icon name="forward" size={18} />
          </li>
        ))}
      </ul>
    </section>
  )
}
