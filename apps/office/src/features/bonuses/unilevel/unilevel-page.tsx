import { Icon, type IconName, Note } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { dateText } from '../../../lib/formats.ts'
import { clockLagQuery } from '../../../lib/server-time.ts'
import { AppLink } from '../../../shell/app-link.tsx'
import '../bonuses.css'
import { OwnUnilevel } from './own-unilevel.tsx'
import { UNILEVEL_TABLES, unilevelAt } from './unilevel-levels.ts'
import { UnilevelRing } from './unilevel-ring.tsx'
import { UnilevelLevels } from './unilevel-table.tsx'

/** What every order of the team pays, level by level. Source: requirements RTE-018, BON-014 to BON-021. */
export function UnilevelPage() {
  const { t } = useTranslation()
  return (
    <>
      <div className="page-head">
        <div className="stack g1">
          <h1 className="h1">{t('unilevel.title')}</h1>
          <p className="meta">
            {t('unilevel.hint')}{' '}
            <AppLink to="bonuses" className="link">
              {t('bonuses.all')}
            </AppLink>
          </p>
        </div>
      </div>
      <div className="stack g5">
        <Percentages />
        <OwnUnilevel />
        <Explanations />
      </div>
    </>
  )
}

function Percentages() {
  const { t } = useTranslation()
  const { data: lag = 0 } = useQuery(clockLagQuery())
  const [chosen, choose] = useState<number | null>(null)
  const [shown, show] = useState<number | null>(null)
  const table = unilevelAt(chosen ?? Date.now() + lag)
  const date = dateText(UNILEVEL_TABLES.at(-1)!.validFrom)
  return (
    <section className="card unilevel" aria-labelledby="percentages">
      <UnilevelRing table={table} shown={shown} />
      <div className="stack g4">
        <div className="row between wrap">
          <h2 className="h2" id="percentages">
            {t('unilevel.percentages')}
          </h2>
          <div className="seg" role="group" aria-label={t('unilevel.period')}>
            {UNILEVEL_TABLES.toReversed().map(({ validFrom }) => (
              <button
                key={validFrom}
                type="button"
                aria-pressed={validFrom === table.validFrom}
                onClick={() => choose(validFrom)}
              >
                {validFrom === 0 ? t('unilevel.before') : t('unilevel.since', { date })}
              </button>
            ))}
          </div>
        </div>
        <UnilevelLevels table={table} onShow={show} />
        <Note>{t('unilevel.note', { date })}</Note>
      </div>
    </section>
  )
}

/** Source: requirements BON-016. */
function Explanations() {
  const { t } = useTranslation()
  return (
    <div className="grid c3">
      <Card icon="infinity" title={t('unilevel.activity.title')} text={t('unilevel.activity.text')}>
        <AppLink to="bonusInfinity" className="link">
          {t('infinity.open')}
        </AppLink>
      </Card>
      <Card icon="person" title={t('unilevel.direct.title')} text={t('unilevel.direct.text')} />
      <Card icon="team" title={t('unilevel.team.title')} text={t('unilevel.team.text')} />
    </div>
  )
}

type CardProps = {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

function Card({ icon, title, text, children }: CardProps) {
  return (
    <article className="card stack g3">
      <span className="mut">
        <Icon name={icon} size={20} />
      </span>
      <h2 className="h2">{title}</h2>
      <p className="dim">{text}</p>
      {children !== undefined && <p>{children}</p>}
    </article>
  )
}
