import { type Step, writtenLeaf } from '@partner-office/domain'
import { useTranslation } from 'react-i18next'

/** Programmes of a plan, by the type of their credits. */
const TYPES: Readonly<Record<string, string>> = {
  infinity: 'UCHAIN_INFINITY',
  diamond: 'DIAMOND',
  diamondPools: 'DIAMOND_POOL',
  winner: 'WINNER',
  lifestyle: 'LIFESTYLE',
  bsp: 'BSP',
  cycledTurbo: 'CYCLED_TURBO',
}

/** Names of fields and words of a plan. A name that a form does not know is shown as it is. */
export function usePlanTexts() {
  const { t, i18n } = useTranslation()
  const known = (key: string, name: string) =>
    i18n.exists(key) ? (t as (key: string) => string)(key) : name
  const field = (steps: readonly Step[]): string => {
    const name = String(steps.findLast((step) => typeof step === 'string'))
    if (name === 'amount' && steps.includes('winner')) return t('plan.coins')
    return known(`plan.fields.${name}`, name)
  }
  return {
    field,
    word: (word: string) => known(`plan.words.${word}`, word),
    programme: (name: string) => known(`programmes.${TYPES[name] ?? name}`, name),
  }
}

/** A value as its field holds it. */
export const typedLeaf = (value: unknown): string =>
  value === null || value === undefined ? '' : writtenLeaf(value)
