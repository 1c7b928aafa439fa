import { directionOf, listText } from '@partner-office/locales'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../../lib/formats/locale.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { percentText } from '../../../parts/figures/percent-text.ts'
import { useLevelTexts } from './level-texts.ts'
import { Ring } from './ring.tsx'
import type { UnilevelTable } from './unilevel-levels.ts'

const SIZE = 340
const RADIUS = 56
const STEP = 24
const WIDTH = 13

type RingProps = { readonly table: UnilevelTable; readonly shown: number | null }

/** Shares of the levels as rings: a full circle is the whole order, the inner ring is the nearest level. Source: requirements BON-015. */
export function UnilevelRing({ table, shown }: RingProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { labelOf } = useLevelTexts()
  const locale = useLocale()
  const isMirrored = directionOf(locale) === 'rtl'
  const percents = table.levels.map(({ percent }) => percentText(percent, style))
  const shares = table.levels.map((level, at) => `${labelOf(level)}: ${percents[at]}`)
  const summary = listText(shares, locale)
  const side = isMirrored ? 1 : -1
  return (
    <figure className="stack gap-3 unilevel-ring">
      <svg
        key={table.validFrom}
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={t('unilevel.ring', { levels: summary })}
      >
        <Ring
          percents={table.levels.map(({ percent }) => Number(percent))}
          size={SIZE}
          radius={RADIUS}
          step={STEP}
          width={WIDTH}
          shown={shown}
        />
        {percents.map((percent, at) => (
          <g
            key={table.levels[at]!.depthFrom}
            transform={`translate(${SIZE / 2} ${SIZE / 2 - RADIUS - at * STEP})`}
          >
            <rect x={isMirrored ? 1 : -39} y="-8" width="38" height="16" />
            <text x={6 * side} y="4.5" textAnchor={isMirrored ? 'start' : 'end'}>
              {percent}
            </text>
          </g>
        ))}
        <text className="ring-you" x={SIZE / 2} y={SIZE / 2 + 5} textAnchor="middle">
          {t('unilevel.you')}
        </text>
      </svg>
      <figcaption className="caption">{t('unilevel.ringHint')}</figcaption>
    </figure>
  )
}
