import { useTranslation } from 'react-i18next'

/** Names some months, oldest first: one, the first and the last one, or, with months left out between them, all. */
export function useMonthsText(): (months: readonly string[]) => string {
  const { t } = useTranslation()
  return (months) => {
    const [from, to] = [months[0]!, months.at(-1)!]
    if (months.length === 1) return from
    const span = numberOf(to) - numberOf(from) + 1
    if (span !== months.length) return months.join(', ')
    return t('planDifferences.span', { from, to, count: months.length })
  }
}

function numberOf(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return 12 * year + number
}
