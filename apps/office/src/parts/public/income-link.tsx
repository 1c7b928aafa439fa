import { useTranslation } from 'react-i18next'

import type { Config } from '../../lib/configuration/config.ts'
import { incomeAt } from '../../paths.ts'

type IncomeLinkProps = { readonly locale: string; readonly config: Config }

/**
 * The link to the page about the income of partners, which the server renders; nothing while the page is switched off. A page
 * that was rendered when the office was built hides the link by what the server has filled in.
 *
 * Source: DIS-006.
 */
export function IncomeLink({ locale, config }: IncomeLinkProps) {
  const { t } = useTranslation()
  if (config.property('disclosure') === 'FALSE') return null
  return (
    <a className="link income-link" href={incomeAt(locale)}>
      {t('common.income')}
    </a>
  )
}
