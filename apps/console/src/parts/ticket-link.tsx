import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../paths.ts'

/** The number of a dispute, with its page. */
export function TicketLink({ id }: { readonly id: number | string }) {
  const { t } = useTranslation()
  return (
    <Link to={PATHS.ticket} params={{ id: String(id) }} className="link">
      {t('inbox.one', { id })}
    </Link>
  )
}
