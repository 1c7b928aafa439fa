import { useTranslation } from 'react-i18next'

import { readAmount } from '../../lib/formats/read-amount.ts'
import { useFormat } from '../../lib/formats/use-format.ts'

/** Says what is wrong with a typed amount; undefined where it is read. */
export function useAmountProblem(currency: string): (typed: string) => string | undefined {
  const { t } = useTranslation()
  const { style, figure } = useFormat()
  return (typed) => {
    const read = readAmount(typed, style)
    if (read.state === 'read') return undefined
    if (read.state === 'invalid')
      return t('amount.invalid', { example: figure('1000.5', currency) })
    const [first, second] = read.readings
    return t('amount.unclear', {
      first: figure(first, currency),
      second: figure(second, currency),
    })
  }
}
