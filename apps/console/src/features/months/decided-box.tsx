import type { Period } from '@partner-office/contracts'
import { Box } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { PATHS } from '../../paths.ts'

type PeriodProps = { readonly period: Period }

/** Who proposed and decided, with what reason, and what the program has done since. Source: requirements MON-008, MON-013. */
export function DecidedBox({ period }: PeriodProps) {
  const { t } = useTranslation()
  const { proposal, state } = period
  const isBegun = state === 'POSTING' || state === 'SEALED'
  if (proposal === null && !isBegun) return null
  return (
    <Box
      title={t('months.decided.title')}
      foot={proposal === null ? t('months.decided.noProposal') : <ProposalLink id={proposal.id} />}
    >
      <ol className="row-list">
        {proposal !== null && <Proposed proposal={proposal} />}
        {isBegun && <Done period={period} />}
      </ol>
    </Box>
  )
}

function ProposalLink({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  return (
    <Link to={PATHS.proposal} params={{ id: String(id) }} className="link">
      {t('months.proposal', { id })}
    </Link>
  )
}

type ActProps = {
  readonly name: string
  readonly by?: ReactNode
  readonly at: number | null
  readonly children?: ReactNode
}

function Act({ name, by, at, children }: ActProps) {
  return (
    <li>
      <div className="grow">
        <b>{name}</b> {by}
        {children && <p className="subdued">{children}</p>}
      </div>
      {at !== null && <Instant at={at} />}
    </li>
  )
}

function Proposed({ proposal }: { readonly proposal: NonNullable<Period['proposal']> }) {
  const { t } = useTranslation()
  const { state, by, at, reason, decidedBy, decidedAt, decisionReason } = proposal
  const decided = state === 'DONE' ? t('proposals.states.APPROVED') : t(`proposals.states.${state}`)
  return (
    <>
      <Act name={t('months.decided.proposed')} by={<bdi>{by}</bdi>} at={at}>
        {reason}
      </Act>
      {state === 'OPEN' ? (
        <Act name={decided} by={t('months.decided.second')} at={null} />
      ) : (
        <Act name={decided} by={decidedBy !== null && <bdi>{decidedBy}</bdi>} at={decidedAt}>
          {decisionReason}
        </Act>
      )}
    </>
  )
}

/** What the program has done: begun to post, sealed, made the statements. */
function Done({ period: { jobs, seal, statements } }: PeriodProps) {
  const { t } = useTranslation()
  const close = jobs.find(({ kind }) => kind === 'close')
  const begunAt = seal?.begunAt ?? close?.startedAt ?? null
  const made = statements?.byCurrency.reduce((sum, each) => sum + each.statements, 0) ?? 0
  return (
    <>
      <Act name={t('months.posting')} at={begunAt}>
        {seal !== null
          ? t('months.decided.posted', {
              records: countText(seal.records),
              corrections: countText(seal.lateRecords),
            })
          : close && t('months.decided.process', { process: close.process })}
      </Act>
      {seal !== null && <Act name={t('months.sealedAt')} at={seal.sealedAt} />}
      {statements?.finishedAt != null && (
        <Act name={t('months.statements')} by={countText(made)} at={statements.finishedAt} />
      )}
    </>
  )
}
