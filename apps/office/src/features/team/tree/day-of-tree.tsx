import { getUser } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { dateText } from '../../../lib/formats/formats.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { DayField } from '../../../parts/dates/day-field.tsx'
import { PATHS } from '../../../paths.ts'

type DayOfTreeProps = {
  /** A day such as 2026-11-21; undefined: today. */
  readonly day: string | undefined
}

/** The field of the day whose end the tree shows, and the way back to today. Source: requirements PAS-002. */
export function DayOfTree({ day }: DayOfTreeProps) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: PATHS.teamTree })
  const since = useRegistration(day)
  const choose = (chosen: string | undefined): void =>
    void navigate({ to: '.', search: (address) => ({ ...address, day: chosen }), replace: true })
  const isOutside = day !== undefined && since !== null && !isPast(day, since)
  return (
    <div className="stack gap-1">
      <div className="in-row wrap gap-3 day-of-tree">
        <DayField
          label={t('team.day.label')}
          value={day ?? ''}
          error={isOutside ? t('team.day.outside', { date: dateText(since) }) : undefined}
          onChange={(chosen) => choose(chosen === '' ? undefined : chosen)}
        />
        {day !== undefined && (
          <Button onClick={() => choose(undefined)}>{t('team.day.today')}</Button>
        )}
      </div>
      <p className="meta" role="status">
        {day !== undefined &&
          !isOutside &&
          t('team.day.shown', { date: dateText(Date.parse(day)) })}
      </p>
    </div>
  )
}

const DAY_MS = 86_400_000

/** Whether a day has ended, and not before an instant. */
const isPast = (day: string, since: number): boolean => {
  const end = Date.parse(day) + DAY_MS
  return end <= Date.now() && end > since
}

/** When the caller registered; null until it is known and needed. */
function useRegistration(day: string | undefined): number | null {
  const { api } = useOffice()
  const user = useQuery({
    queryKey: ['user'],
    queryFn: ({ signal }) => api.call('business', getUser, { signal }),
    enabled: day !== undefined,
  })
  return user.data?.registeredAt ?? null
}
