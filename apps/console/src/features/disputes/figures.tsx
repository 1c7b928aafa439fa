import { type CallReply, getDisputeFigures } from '@partner-office/contracts'
import { Table } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { PATHS } from '../../paths.ts'
import type { SHOWN_STATES } from './shown-states.ts'

type Figure = CallReply<typeof getDisputeFigures>['content'][number]

/** What was opened in each month, and what became of it; each number leads to its list. Source: requirements DSP-013. */
export function Figures() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const figures = useQuery(queryOf(api, getDisputeFigures))
  return (
    <Box title={t('disputes.figures')} detail={t('disputes.figuresDetail')} isFlush>
      <Loaded query={figures} placeholder={200}>
        {({ content }) =>
          content.length === 0 ? (
            <p className="box-empty">{t('disputes.none')}</p>
          ) : (
            <FigureTable rows={content} />
          )
        }
      </Loaded>
    </Box>
  )
}

function FigureTable({ rows }: { readonly rows: readonly Figure[] }) {
  const { t } = useTranslation()
  const programmeName = useProgrammeName()
  return (
    <Table
      caption={t('disputes.figures')}
      columns={[
        { text: t('disputes.month') },
        { text: t('disputes.thing') },
        { text: t('disputes.programme') },
        { text: t('disputes.opened'), isFigure: true },
        { text: t('disputes.states.answered'), isFigure: true },
        { text: t('disputes.states.inTime'), isFigure: true },
        { text: t('disputes.states.CORRECTED'), isFigure: true },
        { text: t('disputes.sums'), isFigure: true },
      ]}
    >
      {rows.map((row) => (
        <tr key={`${row.month} ${row.kind} ${row.bonusType}`}>
          <td className="digits">{row.month}</td>
          <td>{t(`disputes.kinds.${row.kind}`)}</td>
          <td>{row.bonusType === null ? '–' : programmeName(row.bonusType)}</td>
          <Count row={row} count={row.opened} />
          <Count row={row} count={row.answered} state="answered" />
          <Count row={row} count={row.inTime} state="inTime" />
          <Count row={row} count={row.corrected} state="CORRECTED" />
          <td className="figure-cell">
            {row.sums.length === 0
              ? '–'
              : row.sums.map((sum) => (
                  <div key={sum.currency}>
                    <Amount {...sum} />
                  </div>
                ))}
          </td>
        </tr>
      ))}
    </Table>
  )
}

type CountProps = {
  readonly row: Figure
  readonly count: number
  readonly state?: (typeof SHOWN_STATES)[number]
}

function Count({ row: { month, kind, bonusType }, count, state }: CountProps) {
  const search = {
    month,
    kind,
    ...(bonusType !== null && { programme: bonusType }),
    ...(state !== undefined && { state }),
  }
  return (
    <td className="figure-cell">
      <Link to={PATHS.disputes} search={search} className="link digits">
        {count}
      </Link>
    </td>
  )
}
