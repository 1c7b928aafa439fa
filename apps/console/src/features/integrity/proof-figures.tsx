import { FigureStrip, StateMark } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Instant } from '../../lib/instant.tsx'
import { countText, timeTakenText } from '../../lib/figures.ts'
import { PATHS } from '../../paths.ts'
import type { Integrity } from './integrity.ts'

type ProofFiguresProps = { readonly integrity: Integrity }

/** The figures of the proofs, each with the list that it counts. Source: requirements AUD-005, SCR-006. */
export function ProofFigures({ integrity }: ProofFiguresProps) {
  const { t } = useTranslation()
  const { verify, figures, months, unsealed } = integrity
  const { asOf, audited, drift, driftOfDay } = figures
  return (
    <FigureStrip
      figures={[
        {
          label: t('integrity.verify'),
          value: <VerifyFigure verify={verify} />,
          detail: verify !== null && <VerifyDetail verify={verify} />,
        },
        {
          label: t('integrity.drift'),
          value: (
            <Entries command="figures drift">
              <StateMark state={drift === 0 && driftOfDay === 0 ? 'good' : 'bad'}>
                {t('integrity.differences', { count: driftOfDay })}
              </StateMark>
            </Entries>
          ),
          detail: t('integrity.audited', {
            count: audited,
            drift: countText(drift),
            asOf: countText(asOf),
          }),
        },
        {
          label: t('integrity.months'),
          value: countText(months.length),
          detail: months[0] && (
            <>
              {months[0].month}, <Instant at={months[0].sealedAt} />
            </>
          ),
        },
        {
          label: t('integrity.unsealed'),
          value: countText(unsealed.facts + unsealed.journal + unsealed.transfers),
          detail: t('integrity.unsealedDetail', {
            facts: countText(unsealed.facts),
            entries: countText(unsealed.journal),
            transfers: countText(unsealed.transfers),
          }),
        },
      ]}
    />
  )
}

type Verify = Integrity['verify']

function VerifyFigure({ verify }: { readonly verify: Verify }) {
  const { t } = useTranslation()
  if (verify === null) return <StateMark state="off">{t('integrity.neverVerified')}</StateMark>
  const { differences, job } = verify
  return (
    <Link to={PATHS.system} search={{ job: String(job) }} className="link">
      <StateMark state={differences === 0 ? 'good' : 'bad'}>
        {t('integrity.differences', { count: differences })}
      </StateMark>
    </Link>
  )
}

function VerifyDetail({
  verify: { at, actor, checks, ms },
}: {
  readonly verify: NonNullable<Verify>
}) {
  const { t } = useTranslation()
  return (
    <>
      <Instant at={at} />, {timeTakenText(ms)}, {t('integrity.checks', { count: checks })},{' '}
      <bdi>{actor}</bdi>
    </>
  )
}

/** Leads to the entries of a command. */
function Entries({
  command,
  children,
}: {
  readonly command: string
  readonly children: ReactNode
}) {
  return (
    <Link to={PATHS.audit} search={{ command }} className="link">
      {children}
    </Link>
  )
}
