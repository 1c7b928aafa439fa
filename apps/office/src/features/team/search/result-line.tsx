import { getTeamExport } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { countText } from '../../../lib/formats/formats.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { useProfile } from '../../../lib/session/profile.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { ExportButton } from '../../../parts/files/export-button.tsx'
import { teamQuestion } from '../lib/team-question.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import { isFiltered } from './filter-chips.tsx'

type ResultProps = {
  readonly state: Pick<TeamSearchState, 'search' | 'steps'>
  readonly count: number | undefined
}

/** Number of matching members, the total where it is known, and the export button. */
export function ResultLine({ state, count }: ResultProps) {
  const { t } = useTranslation()
  return (
    <div className="in-row between wrap">
      <p className="meta" role="status">
        <Found state={state} count={count} />
      </p>
      <div className="in-row gap-3">
        <span className="meta only-tablet">{t('team.turnoverInEur')}</span>
        <TeamExport search={state.search} />
      </div>
    </div>
  )
}

/** Downloads all members that the search finds. */
function TeamExport({ search }: Pick<ResultProps['state'], 'search'>) {
  const { api } = useOffice()
  const query = teamQuestion(search)
  return (
    <ExportButton
      size="sm"
      download={(onReceived) =>
        api.download('business', getTeamExport, { query, quiet: true, onReceived })
      }
    />
  )
}

function Found({ state, count }: ResultProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const total = useTotal(state)
  if (count === undefined) return '\u00a0'
  const shown = countText(count, style)
  if (!isFiltered(state.search) || total === null || total < count) {
    return t('team.people', { count, shown })
  }
  return t('team.found', { count, shown, total: countText(total, style) })
}

/** Number of members without filters; null where it is not known. */
function useTotal({ search, steps }: ResultProps['state']): number | null {
  const { teamAll } = useProfile()
  if (search.scope === 'firstLine') return steps.at(-1)!.flSize
  return steps.length === 1 ? teamAll : null
}
