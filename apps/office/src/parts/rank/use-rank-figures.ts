import type { RankStatus } from '@partner-office/contracts'

import { useOffice } from '../../lib/session/office.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { percentText } from '../figures/percent-text.ts'
import { type RankFigures, rankFigures } from './rank-figures.ts'

/** Figures of a rank status, with the configured formula and the percentage in the reader's language. Source: decisions D-040. */
export function useRankFigures(status: RankStatus): RankFigures {
  const { config } = useOffice()
  const { style } = useFormat()
  const formula = config.property('progressFormula') === 'literal' ? 'literal' : 'percent'
  const figures = rankFigures(status, formula)
  return { ...figures, percent: percentText(figures.percent, style) }
}
