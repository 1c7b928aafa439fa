import type { CheckLine, CloseCheck } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { bytesText, countText, shownAmount } from '../../lib/figures.ts'
import { utcText } from '../../lib/instants.ts'

const INSTANTS = new Set(['at', 'end', 'validFrom'])
const AMOUNTS = new Set(['eur', 'mean', 'balance'])
const BYTES = new Set(['freeDisk', 'needed'])
const COUNTS = new Set(['orders', 'place'])

/** Checks whose lines have more than what they are about. */
const WITH_VALUES = [
  'over',
  'import',
  'figures',
  'verify',
  'clock',
  'disk',
  'rates',
  'totals',
  'newTop',
  'factor',
  'negative',
  'rateAge',
  'rateJump',
  'disputes',
  'plan',
  'blocked',
] as const

type Values = Readonly<Record<string, string>>

/** What a check has found as a sentence, and what it says of a line. Source: requirements MON-005. */
export function useCheckTexts({ name, count, numbers, threshold }: CloseCheck) {
  const { t } = useTranslation()
  // Each of these texts has values of its own.
  const lineOf = t as (key: string, shown: Values) => string
  const isNever = numbers['at'] === '0' && (name === 'backup' || name === 'verifyAge')
  return {
    found: isNever
      ? t(`months.neverDone.${name}`)
      : t(`months.found.${name}`, {
          count,
          shown: countText(count),
          threshold: threshold === null ? '' : countText(Number(threshold)),
          ...shownValues(numbers),
        }),
    lineText: ({ values }: CheckLine) => {
      const known = WITH_VALUES.find((each) => each === name)
      if (known === undefined || Object.keys(values).length === 0) return ''
      if (values['percent'] === 'new') return t('months.newProgramme')
      return lineOf(`months.line.${known}`, shownValues(values))
    },
  }
}

const shownValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)]))

function shown(name: string, value: string): string {
  if (INSTANTS.has(name)) return utcText(Number(value))
  if (BYTES.has(name)) return bytesText(Number(value))
  if (COUNTS.has(name)) return countText(Number(value))
  if (!AMOUNTS.has(name)) return value
  const { whole, fraction } = shownAmount(value)
  return `${whole}${fraction}`
}
