import type { RankChange } from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { Key, Table } from '@partner-office/ui'
import { Box, TwoWayBar } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { ScrollRows } from '../../parts/scroll-rows.tsx'
import { sumText } from '../../parts/sum-text.ts'
import { Coins, Eur } from './eur-text.tsx'

const FIGURES = [
  'more',
  'less',
  'same',
  'gainEur',
  'lossEur',
  'differenceEur',
  'medianEur',
] as const

/** Who would have got more and who less, by the rank at the end of each month. Source: requirements PLN-012. */
export function RanksBox({ ranks }: { readonly ranks: readonly RankChange[] }) {
  const { t } = useTranslation()
  const title = t('planDifferences.ranks')
  const most = Math.max(...ranks.flatMap(({ gainEur, lossEur }) => [size(gainEur), size(lossEur)]))
  return (
    <Box title={title} detail={t('planDifferences.ranksHint')} foot={<Legend />} isFlush>
      <ScrollRows label={title}>
        <Table
          className="whole-words"
          caption={title}
          columns={[
            { text: t('planDifferences.rank') },
            ...FIGURES.map((name) => ({ text: t(`planDifferences.${name}`), isFigure: true })),
            { text: t('planDifferences.coins'), isFigure: true },
            { text: t('planDifferences.bars') },
          ]}
        >
          {ranks.map((change) => (
            <Row key={change.rank} change={change} most={most} />
          ))}
          {ranks.length > 1 && <Together ranks={ranks} />}
        </Table>
      </ScrollRows>
    </Box>
  )
}

const size = (eur: string): number => Math.abs(Number(eur))

function Legend() {
  const { t } = useTranslation()
  return (
    <>
      <Key tone="leg2">{t('planDifferences.less')}</Key>
      <Key tone="leg1">{t('planDifferences.more')}</Key>
      <span>{t('planDifferences.oneScale')}</span>
    </>
  )
}

function Row({ change, most }: { readonly change: RankChange; readonly most: number }) {
  const { rank, more, less, same, gainEur, lossEur, differenceEur, medianEur, coins } = change
  return (
    <tr>
      <th scope="row">{rankDisplayName(rank)}</th>
      {[more, less, same].map((count, at) => (
        <td key={at} className="figure-cell digits">
          {countText(count)}
        </td>
      ))}
      {[gainEur, lossEur, differenceEur, medianEur].map((eur, at) => (
        <td key={at} className="figure-cell">
          <Eur eur={eur} isChange />
        </td>
      ))}
      <td className="figure-cell">
        {coins.map(({ currency, difference }) => (
          <div key={currency} className="caption">
            <Coins amount={difference} currency={currency} isChange />
          </div>
        ))}
      </td>
      <td>
        <TwoWayBar less={size(lossEur)} more={size(gainEur)} most={most} />
      </td>
    </tr>
  )
}

/** All ranks. A median of medians would be none, and the coins stand in the totals. */
function Together({ ranks }: { readonly ranks: readonly RankChange[] }) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">{t('planDifferences.sum')}</th>
      {(['more', 'less', 'same'] as const).map((name) => (
        <td key={name} className="figure-cell digits">
          {countText(ranks.reduce((sum, change) => sum + change[name], 0))}
        </td>
      ))}
      {(['gainEur', 'lossEur', 'differenceEur'] as const).map((name) => (
        <td key={name} className="figure-cell">
          <Eur eur={sumText(ranks.map((change) => change[name]))} isChange />
        </td>
      ))}
      <td className="figure-cell">–</td>
      <td className="figure-cell">–</td>
      <td />
    </tr>
  )
}
