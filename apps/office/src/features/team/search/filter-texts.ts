import type { Bounds, TeamRange } from '@partner-office/domain'
import { useTranslation } from 'react-i18next'

import { countText } from '../../../lib/formats/formats.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import type { TeamSort } from '../lib/team-question.ts'

/** Text keys of figures. */
export const FIGURE_KEYS = {
  ownTurnover: 'team.ownTurnover',
  flSize: 'team.flSize',
  flTurnover: 'team.flTurnover',
  teamSize: 'team.teamSize',
  teamTurnover: 'team.teamTurnover',
} as const

/** Text keys of ranges, above their fields. Source: requirements TEA-013 to TEA-017. */
export const RANGE_KEYS = {
  ownTurnover: 'team.range.ownTurnover',
  flSize: 'team.range.flSize',
  flTurnover: 'team.range.flTurnover',
  teamSize: 'team.range.teamSize',
  teamTurnover: 'team.range.teamTurnover',
} as const

export const STATUS_KEYS = {
  any: 'team.any',
  active: 'team.active',
  inactive: 'team.inactive',
} as const

/** Source: requirements TEA-019. */
export const SORT_KEYS = {
  'registeredAt|desc': 'team.sort.registeredAt.desc',
  'registeredAt|asc': 'team.sort.registeredAt.asc',
  'teamTurnover|desc': 'team.sort.teamTurnover.desc',
  'teamTurnover|asc': 'team.sort.teamTurnover.asc',
  'teamSize|desc': 'team.sort.teamSize.desc',
  'teamSize|asc': 'team.sort.teamSize.asc',
  'flTurnover|desc': 'team.sort.flTurnover.desc',
  'flTurnover|asc': 'team.sort.flTurnover.asc',
  'flSize|desc': 'team.sort.flSize.desc',
  'flSize|asc': 'team.sort.flSize.asc',
  'ownTurnover|desc': 'team.sort.ownTurnover.desc',
  'ownTurnover|asc': 'team.sort.ownTurnover.asc',
} as const satisfies Readonly<Record<TeamSort, string>>

/** Whether a figure is a number of people; the others are amounts. */
export const isSize = (range: TeamRange): boolean => range === 'flSize' || range === 'teamSize'

/** Writes the bounds of a range as one phrase. */
export function useBoundsText(): (range: TeamRange, bounds: Bounds) => string {
  const { t } = useTranslation()
  const { style, amountText } = useFormat()
  return (range, { min, max }) => {
    const shown = (bound: string): string =>
      isSize(range) ? countText(Number(bound), style) : amountText(bound, 'EUR')
    const figure = t(RANGE_NAMES[range])
    if (min === undefined) return t('team.upTo', { figure, max: shown(max ?? '0') })
    if (max === undefined) return t('team.from', { figure, min: shown(min) })
    return t('team.between', { figure, min: shown(min), max: shown(max) })
  }
}

const RANGE_NAMES = {
  ...FIGURE_KEYS,
  flSize: 'team.range.flSize',
  teamSize: 'team.range.teamSize',
} as const
