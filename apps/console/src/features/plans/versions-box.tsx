import {
  type CallReply,
  getPlanUses,
  type getPlanVersions,
  type LoadedPlanVersion,
  type PlanVersionState,
  PLAN_ROLES,
} from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { StateMark } from '@partner-office/ui/console'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { PlanList } from './plan-list.tsx'

type VersionsBoxProps = {
  readonly versions: UseQueryResult<CallReply<typeof getPlanVersions>>
  readonly onWithdraw: (version: LoadedPlanVersion) => void
}

/** Loaded versions, the newest first. Source: requirements PLN-001. */
export function VersionsBox({ versions, onWithdraw }: VersionsBoxProps) {
  const { t } = useTranslation()
  const columns = [...useColumns(), ...useUses(), useWithdraw(onWithdraw)]
  return (
    <PlanList
      title={t('plan.versions')}
      query={versions}
      columns={columns}
      keyOf={({ version }) => String(version)}
      nameOf={({ version }) => t('plan.versionOne', { version })}
      link={({ version: number }, attributes) => (
        <Link
          {...attributes}
          to={PATHS.planVersion}
          params={{ version: String(number) }}
          className="row-name"
        />
      )}
      empty={t('plan.noVersions')}
    />
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'version',
      head: t('plan.version'),
      cell: ({ version }: LoadedPlanVersion) => t('plan.versionOne', { version }),
    },
    {
      name: 'state',
      head: t('plan.state'),
      cell: (version: LoadedPlanVersion) => <VersionState version={version} />,
    },
    {
      name: 'from',
      head: t('plan.fields.validFrom'),
      cell: ({ validFrom }: LoadedPlanVersion) =>
        validFrom === 0 ? t('plan.always') : <Instant at={validFrom} />,
    },
    {
      name: 'loaded',
      head: t('plan.loaded'),
      cell: (version: LoadedPlanVersion) => <Loading version={version} />,
    },
  ]
}

const MARKS = {
  PLANNED: 'attention',
  IN_FORCE: 'good',
  PAST: 'off',
  REPLACED: 'off',
  WITHDRAWN: 'off',
} as const satisfies Record<PlanVersionState, 'good' | 'attention' | 'off'>

/** In force, to come, past, or withdrawn before its start. */
export function VersionState({ version }: { readonly version: LoadedPlanVersion }) {
  const { t } = useTranslation()
  const { state, withdrawnBy } = version
  return (
    <StateMark state={MARKS[state]}>
      {state === 'WITHDRAWN'
        ? t('plan.withdrawnBy', { version: withdrawnBy ?? 0 })
        : t(`plan.states.${state}`)}
    </StateMark>
  )
}

/** Who has loaded a version when, who has agreed, and why. */
function Loading({ version }: { readonly version: LoadedPlanVersion }) {
  const { t } = useTranslation()
  const { loadedAt, loadedBy, approvedBy, reason, withdraws } = version
  return (
    <>
      <Instant at={loadedAt} />{' '}
      <bdi>{[loadedBy, approvedBy].filter((each) => each !== null).join(', ')}</bdi>
      {withdraws !== null && <div>{t('plan.withdraws', { version: withdraws })}</div>}
      {reason !== null && <div className="muted">{reason}</div>}
    </>
  )
}

/** The orders and records that name a version are counted in a call of its own, which takes longer. */
function useUses() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { data, isError } = useQuery(queryOf(api, getPlanUses))
  const uses = new Map(data?.content.map((each) => [each.version, each]))
  const counted = (count: number | undefined) =>
    count === undefined ? (isError ? '–' : '…') : countText(count)
  return [
    {
      name: 'orders',
      head: t('plan.orders'),
      isFigure: true,
      cell: ({ version }: LoadedPlanVersion) => counted(uses.get(version)?.orders),
    },
    {
      name: 'records',
      head: t('plan.records'),
      isFigure: true,
      cell: ({ version }: LoadedPlanVersion) => counted(uses.get(version)?.records),
    },
  ]
}

function useWithdraw(onWithdraw: (version: LoadedPlanVersion) => void) {
  const { t } = useTranslation()
  const missing = useNeedsRole(PLAN_ROLES)
  return {
    name: 'withdraw',
    head: t('plan.acts'),
    cell: (version: LoadedPlanVersion) =>
      version.mayWithdraw && missing === undefined ? (
        <Button
          size="sm"
          aria-label={t('plan.withdrawTitle', { version: version.version })}
          onClick={() => onWithdraw(version)}
        >
          {t('plan.withdraw')}
        </Button>
      ) : null,
  }
}
