import { type ConsoleRate, getRateHistory } from '@partner-office/contracts'
import { KeyValues, Table } from '@partner-office/ui'
import { ColumnChart } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { listText, secondText } from '../../lib/instants.ts'
import { countText } from '../../lib/figures.ts'
import { Paged } from '../../parts/paged.tsx'
import { RowDrawer } from '../../parts/row-drawer.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { rateKey } from './rate-values.ts'

type RatePanelProps = { readonly rate: ConsoleRate; readonly onClose: () => void }

/** One rate: since when and from whom, what uses it, and its history. Source: requirements CNF-005. */
export function RatePanel({ rate, onClose }: RatePanelProps) {
  const { t } = useTranslation()
  const { setAt, confirmedAt, source, setBy, uses } = rate
  const names = (all: readonly string[]) => (all.length === 0 ? '–' : listText(all, 'conjunction'))
  return (
    <RowDrawer row={rateKey(rate)} title={rateKey(rate)} onClose={onClose}>
      <KeyValues
        items={[
          { label: t('rates.rate'), value: <span className="digits">{rate.rate}</span> },
          { label: t('rates.since'), value: <Instant at={setAt} isExact /> },
          { label: t('rates.source'), value: t(`rates.sources.${source}`) },
          { label: t('config.setBy'), value: setBy === null ? '–' : <bdi>{setBy}</bdi> },
          {
            label: t('rates.confirmed'),
            value: confirmedAt === null ? '–' : <Instant at={confirmedAt} isExact />,
          },
          { label: t('rates.programmes'), value: names(uses.programmes) },
          { label: t('rates.routes'), value: names(uses.routes) },
          { label: t('rates.payouts'), value: countText(uses.pendingPayouts) },
        ]}
      />
      <History rate={rate} />
    </RowDrawer>
  )
}

function useHistory({ id, from, to, rateType }: ConsoleRate) {
  const { api } = useConsole()
  // A new rate begins a new history.
  return usePaged([getRateHistory.path, from, to, rateType, id], (cursor, signal) =>
    api.call(getRateHistory, { query: { from, to, rateType, ...cursor }, signal }),
  )
}

function History({ rate }: { readonly rate: ConsoleRate }) {
  const { t } = useTranslation()
  const history = useHistory(rate)
  return (
    <section className="stack gap-4">
      <h3 className="heading-3">{t('config.history')}</h3>
      <Paged query={history} placeholder={200}>
        {(rows) => (
          <>
            <ColumnChart
              title={t('rates.chart')}
              summary={t('rates.now', { rate: rate.rate })}
              columns={rows
                .map(({ rate: value, setAt }) => ({
                  label: secondText(setAt),
                  value: Number(value),
                  text: value,
                }))
                .toReversed()}
            />
            <Table
              isBare
              caption={t('config.history')}
              columns={[{ text: t('rates.since') }, { text: t('rates.rate'), isFigure: true }]}
            >
              {rows.map(({ id, rate: value, setAt }) => (
                <tr key={id}>
                  <th scope="row">
                    <Instant at={setAt} isExact />
                  </th>
                  <td className="figure-cell digits">{value}</td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </Paged>
    </section>
  )
}
