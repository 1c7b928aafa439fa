import { Icon, type IconName, Note } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { dateText } from '../../../lib/formats/formats.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { clockLagQuery } from '../../../lib/browser/server-time.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { percentText } from '../../../parts/figures/percent-text.ts'
import { PATHS } from '../../../paths.ts'
import { AppLink } from '../../../lib/navigation/app-link.tsx'
import '../bonuses.css'
import { OwnUnilevel } from './own-unilevel.tsx'
import {
  unilevelAt,
  unilevelQuery,
  unilevelSummary,
  type UnilevelTable,
} from './unilevel-levels.ts'
import { UnilevelRing } from './unilevel-ring.tsx'
import { UnilevelLevels } from './unilevel-table.tsx'

/** Percentages of the unilevel bonus, level by level. Source: requirements RTE-018, BON-014 to BON-021. */
export function UnilevelPage() {
  const { t } = useTranslation()
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t('unilevel.title')}</h1>
          <p className="meta">
            {t('unilevel.hint')}{' '}
            <AppLink to={PATHS.bonuses} className="link">
              {t('bonuses.all')}
            </AppLink>
          </p>
        </div>
      </div>
      <div className="stack gap-5">
        <Plan />
      </div>
    </>
  )
}

/** The percentages of the plan, and the explanations that name them. Source: requirements BON-021. */
function Plan() {
  const { api } = useOffice()
  const query = useQuery(unilevelQuery(api))
  return (
    <Loaded query={query} placeholder={480} isCard>
      {(tables) => <Tables tables={tables} />}
    </Loaded>
  )
}

function Tables({ tables }: { readonly tables: readonly UnilevelTable[] }) {
  const { data: lag = 0 } = useQuery(clockLagQuery())
  const now = Date.now() + lag
  const [chosen, choose] = useState<number | null>(null)
  return (
    <>
      <Percentages tables={tables} table={unilevelAt(tables, chosen ?? now)} onChoose={choose} />
      <OwnUnilevel />
      <Explanations table={unilevelAt(tables, now)} />
    </>
  )
}

type PercentagesProps = {
  readonly tables: readonly UnilevelTable[]
  readonly table: UnilevelTable
  readonly onChoose: (validFrom: number) => void
}

function Percentages({ tables, table, onChoose }: PercentagesProps) {
  const { t } = useTranslation()
  const [shown, show] = useState<number | null>(null)
  const changedAt = dateText(tables.at(-1)?.validFrom ?? 0)
  return (
    <section className="card unilevel" aria-labelledby="percentages">
      <UnilevelRing table={table} shown={shown} />
      <div className="stack gap-4">
        <div className="in-row between wrap">
          <h2 className="heading-2" id="percentages">
            {t('unilevel.percentages')}
          </h2>
          {tables.length > 1 && (
            <div className="segments" role="group" aria-label={t('unilevel.period')}>
              {tables.toReversed().map(({ validFrom }) => (
                <button
                  key={validFrom}
                  type="button"
                  aria-pressed={validFrom === table.validFrom}
                  onClick={() => onChoose(validFrom)}
                >
                  {validFrom === 0
                    ? t('unilevel.before')
                    : t('unilevel.since', { date: dateText(validFrom) })}
                </button>
              ))}
            </div>
          )}
        </div>
        <UnilevelLevels table={table} onShow={show} />
        {tables.length > 1 && <Note>{t('unilevel.note', { date: changedAt })}</Note>}
      </div>
    </section>
  )
}

/** Source: requirements BON-016. */
function Explanations({ table }: { readonly table: UnilevelTable }) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { direct, most, least, last } = unilevelSummary(table)
  const [percent, from, to] = [direct, most, least].map((share) => percentText(share, style))
  return (
    <div className="grid columns-3">
      <Card
        icon="infinity"
        title={t('unilevel.activity.title')}
        text={t('unilevel.activity.text', { last })}
      >
        <AppLink to={PATHS.bonusInfinity} className="link">
          {t('infinity.open')}
        </AppLink>
      </Card>
      <Card
        icon="person"
        title={t('unilevel.direct.title')}
        text={t('unilevel.direct.text', { percent })}
      />
      <Card
        icon="team"
        title={t('unilevel.team.title')}
        text={t('unilevel.team.text', { from, to, lines: last - 1 })}
      />
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
    <article className="card stack gap-3">
      <span className="muted">
        <Icon name={icon} size={20} />
      </span>
      <h2 className="heading-2">{title}</h2>
      <p className="subdued">{text}</p>
      {children !== undefined && <p>{children}</p>}
    </article>
  )
}
