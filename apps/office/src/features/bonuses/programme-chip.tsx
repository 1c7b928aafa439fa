import { monthStart } from '@partner-office/domain'
import { Chip, Skeleton } from '@partner-office/ui'
import { codeOf } from '@partner-office/web'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { timeLeft } from '../../lib/formats/formats.ts'
import { useOffice } from '../../lib/session/office.ts'
import { rankNameKey } from '../../lib/queries/ranks.ts'
import type { OfferedKind } from '../../parts/bonus/programme-titles.ts'
import { lifestyleQuery } from '../../parts/programmes/lifestyle-query.ts'
import { programmeQuery, turboQuery } from '../../parts/programmes/programme-query.ts'
import { MONTHLY, type Programme } from '../../parts/programmes/programmes.ts'
import { checkpointStanding, lifestyleStanding, type Standing } from './programme-standing.ts'

/** Height of a chip. Units: pixels. */
const CHIP_HEIGHT = 24

/** The partner's current standing in a programme. Source: decisions D-057. */
export function ProgrammeChip({ kind }: { readonly kind: OfferedKind }) {
  if (kind === 'LIFESTYLE') return <LifestyleChip />
  if (kind === 'CYCLED_TURBO') return <TurboChip />
  return <MonthlyChip programme={MONTHLY[kind]} />
}

function MonthlyChip({ programme }: { readonly programme: Programme }) {
  const { api } = useOffice()
  const query = useQuery(programmeQuery(api, programme, monthStart(Date.now())))
  return <Loaded query={query} standing={query.data && checkpointStanding(query.data)} />
}

function LifestyleChip() {
  const { api } = useOffice()
  const query = useQuery(lifestyleQuery(api, monthStart(Date.now())))
  return <Loaded query={query} standing={query.data && lifestyleStanding(query.data)} />
}

/** Shows the days left of the window while no checkpoint is reached. */
function TurboChip() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const query = useQuery(turboQuery(api, undefined))
  const standing = query.data && checkpointStanding(query.data)
  const left = query.data && timeLeft(query.data.record.windowEnd, Date.now())
  if (standing?.state !== 'inProgress' || left == null) {
    return <Loaded query={query} standing={standing} />
  }
  return (
    <Chip tone="orange" icon="clock">
      {t('programmes.daysLeft', { count: left.days })}
    </Chip>
  )
}

type LoadedProps = {
  readonly query: UseQueryResult
  readonly standing: Standing | undefined
}

function Loaded({ query: { isPending, error }, standing }: LoadedProps) {
  const { t } = useTranslation()
  if (isPending) return <Skeleton width={96} height={CHIP_HEIGHT} />
  if (standing !== undefined) return <StandingChip standing={standing} />
  // A programme without rows is not an error.
  if (codeOf(error) === 'not_found') return <Chip tone="grey">{t('programmes.disabled')}</Chip>
  return (
    <Chip tone="grey-stroke" icon="warning">
      {t('programmes.notLoaded')}
    </Chip>
  )
}

function StandingChip({ standing }: { readonly standing: Standing }) {
  const { t } = useTranslation()
  switch (standing.state) {
    case 'reached':
      return (
        <Chip tone="green" icon="done">
          {t('programmes.reachedOf', standing)}
        </Chip>
      )
    case 'inProgress':
      return (
        <Chip tone="orange" icon="clock">
          {t('infinity.inProgress')}
        </Chip>
      )
    case 'disabled':
      return standing.rank === null ? (
        <Chip tone="grey">{t('programmes.disabled')}</Chip>
      ) : (
        <Chip tone="grey-stroke">
          {t('programmes.fromRank', { rank: t(rankNameKey(standing.rank)) })}
        </Chip>
      )
  }
}
