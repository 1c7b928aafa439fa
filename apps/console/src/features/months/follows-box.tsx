import type { Period } from '@partner-office/contracts'
import { Box } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { PATHS } from '../../paths.ts'

type PeriodProps = { readonly period: Period }

/** What the program does next by itself, and what the close makes possible. Source: requirements MON-010, MON-021. */
export function FollowsBox({ period }: PeriodProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('months.follows.title')}>
      <dl className="fact-list">
        {useItems(period).map(({ label, value }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </Box>
  )
}

function useItems({ state, dryRun, corrections, statements, later }: Period) {
  const { t } = useTranslation()
  const corrected = corrections?.months.flatMap(({ sums }) => sums.map(({ records }) => records))
  const post = {
    label: t('months.posting'),
    value: t('months.follows.post', {
      records: countText(dryRun?.records ?? 0),
      partners: countText(dryRun?.partners ?? 0),
      corrections: countText(corrected?.reduce((sum, each) => sum + each, 0) ?? 0),
    }),
  }
  const seal = { label: t('months.seal'), value: t('months.follows.seal') }
  const made = { label: t('months.statements'), value: t('months.follows.statements') }
  const mails = { label: t('months.follows.mails'), value: t('months.follows.mailsText') }
  const isSealed = state === 'SEALED'
  return [
    ...(isSealed || state === 'POSTING' ? [] : [post]),
    ...(isSealed ? [] : [seal]),
    ...(isSealed && statements?.finishedAt != null ? [] : [made]),
    ...(isSealed ? [] : [mails]),
    { label: t('months.follows.payouts'), value: t('months.follows.payoutsText') },
    ...(later === null
      ? []
      : [{ label: t('months.follows.next'), value: <MonthLink month={later} /> }]),
  ]
}

function MonthLink({ month }: { readonly month: string }) {
  const { t } = useTranslation()
  return (
    <Link to={PATHS.month} params={{ month }} className="link">
      {t('months.one', { month })}
    </Link>
  )
}
