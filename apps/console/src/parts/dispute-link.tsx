import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../paths.ts'

/** The number of a dispute, with its page. */
export function DisputeLink({ id }: { readonly id: number | string }) {
  const { t } = useTranslation()
  return (
    <Link to={PATHS.dispute} params={{ id: String(id) }} className="link">
      {t('disputes.one', { id })}
    </Link>
  )
}
