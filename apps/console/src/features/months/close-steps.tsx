import type { Period } from '@partner-office/contracts'
import { Steps } from '@partner-office/ui/console'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Instant } from '../../lib/instant.tsx'

const NAMES = ['dryRun', 'checks', 'propose', 'approve', 'post', 'seal', 'statements'] as const
type Name = (typeof NAMES)[number]

/** The steps of a close in their order. Each is done, present or ahead. */
export function CloseSteps({ period }: { readonly period: Period }) {
  const { t } = useTranslation()
  const details = useDetails(period)
  const shown = NAMES.filter((name) => !isSkipped(period, name))
  const present = shown.find((name) => !isDone(period, name))
  const stateOf = (name: Name) => {
    if (name === present) return 'present'
    return isDone(period, name) ? 'done' : 'ahead'
  }
  return (
    <Steps
      label={t('months.steps.label')}
      texts={{ done: t('months.steps.done'), ahead: t('months.steps.ahead') }}
      steps={shown.map((name) => ({
        title: t(`months.steps.${name}`),
        state: stateOf(name),
        detail: details[name],
      }))}
    />
  )
}

/** A month that was closed outside the console has no proposal, and may have no dry run. */
function isSkipped({ state, dryRun, proposal }: Period, name: Name): boolean {
  if (state !== 'POSTING' && state !== 'SEALED') return false
  if (name === 'dryRun' || name === 'checks') return dryRun === null
  return (name === 'propose' || name === 'approve') && proposal === null
}

function isDone(period: Period, name: Name): boolean {
  const { state, dryRun, statements } = period
  const isSealed = state === 'SEALED'
  const isBegun = isSealed || state === 'POSTING'
  const isProposed = isBegun || state === 'PROPOSED'
  switch (name) {
    case 'dryRun':
      return isProposed || (dryRun !== null && dryRun.changes.length === 0)
    case 'checks':
      return isProposed || (dryRun !== null && openChecks(period) === 0)
    case 'propose':
      return isProposed
    case 'approve':
      return isBegun
    case 'post':
    case 'seal':
      return isSealed
    case 'statements':
      return statements?.finishedAt != null
  }
}

/** Checks that stop the close, or warn and are not accepted. */
const openChecks = ({ dryRun }: Period): number =>
  dryRun?.checks.filter(({ state, accepted }) => state !== 'pass' && accepted === null).length ?? 0

/** An address that is wrapped, if it must be, behind its `@`. */
function Email({ email }: { readonly email: string }) {
  const [name, domain] = email.split('@')
  return (
    <bdi>
      {name}@<wbr />
      {domain}
    </bdi>
  )
}

function useDetails(period: Period): Partial<Record<Name, ReactNode>> {
  const { t } = useTranslation()
  const { dryRun, proposal, seal, statements } = period
  const open = openChecks(period)
  const at = (instant: number | null | undefined) => instant != null && <Instant at={instant} />
  return {
    dryRun: at(dryRun?.at),
    checks: dryRun !== null && t('months.steps.open', { count: open }),
    propose: proposal !== null && <Email email={proposal.by} />,
    approve: proposal !== null && proposal.decidedBy !== null && (
      <Email email={proposal.decidedBy} />
    ),
    seal: at(seal?.sealedAt),
    statements: at(statements?.finishedAt),
  }
}
