import { Table } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { Instant } from '../../lib/instant.tsx'
import { countText } from '../../lib/figures.ts'
import type { Integrity } from './integrity.ts'
import { ScrollRows } from '../../parts/scroll-rows.tsx'

type Month = Integrity['months'][number]

/** Digits that are enough to find a hash again by eye. */
const SHORT_HASH = 8

/** Sealed months, the newest first, each with the seal that it follows. Source: requirements AUD-005. */
export function MonthsBox({ months }: { readonly months: readonly Month[] }) {
  const { t } = useTranslation()
  return (
    <Box title={t('integrity.months')} foot={t('integrity.monthsText')}>
      {months.length === 0 ? (
        <p className="muted">{t('integrity.noMonth')}</p>
      ) : (
        <ScrollRows label={t('integrity.months')}>
          <Table
            isBare
            caption={t('integrity.months')}
            columns={[
              { text: t('integrity.month') },
              { text: t('integrity.credits'), isFigure: true },
              { text: t('integrity.corrections'), isFigure: true },
              { text: t('audit.hash') },
              { text: t('integrity.follows') },
              { text: t('integrity.sealed') },
            ]}
          >
            {months.map((sealed) => (
              <MonthRow key={sealed.month} sealed={sealed} />
            ))}
          </Table>
        </ScrollRows>
      )}
    </Box>
  )
}

function MonthRow({ sealed }: { readonly sealed: Month }) {
  const { t } = useTranslation()
  const { month, records, corrections, hash, before, sealedAt } = sealed
  return (
    <tr>
      <th scope="row">{month}</th>
      <td className="figure-cell">{countText(records)}</td>
      <td className="figure-cell">{countText(corrections)}</td>
      <td className="proof-hash">{hash.slice(0, SHORT_HASH)}</td>
      <td>
        {before === null ? (
          t('integrity.first')
        ) : (
          <span className="proof-hash">{before.slice(0, SHORT_HASH)}</span>
        )}
      </td>
      <td>
        <Instant at={sealedAt} />
      </td>
    </tr>
  )
}
