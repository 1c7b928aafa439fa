import { postDataRequest } from '@partner-office/contracts'
import { Button, Card, Note } from '@partner-office/ui'
import { codeOf, dateText, errorText } from '@partner-office/web'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { QUERY } from './queries.ts'

type DataCardProps = {
  readonly exportRequestedAt: number | null
  readonly erasureRequestedAt: number | null
}

/** Asks operators for an export or the erasure of personal data. Source: decisions D-148. */
export function DataCard({ exportRequestedAt, erasureRequestedAt }: DataCardProps) {
  const { t, i18n } = useTranslation()
  const { api } = usePassport()
  const queries = useQueryClient()
  const asking = useMutation({
    mutationFn: (kind: 'EXPORT' | 'ERASURE') =>
      api.call('passport', postDataRequest, { body: { kind } }),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY.security }),
  })
  return (
    <Card title={t('data.title')}>
      <p className="meta">{t('data.lead')}</p>
      {asking.isError && (
        <Note tone="red" live>
          {errorText(i18n, codeOf(asking.error))}
        </Note>
      )}
      {exportRequestedAt === null ? (
        <div className="in-row">
          <Button onClick={() => asking.mutate('EXPORT')}>{t('data.export')}</Button>
        </div>
      ) : (
        <p role="status">{t('data.exportAt', { day: dateText(exportRequestedAt) })}</p>
      )}
      <Erasure requestedAt={erasureRequestedAt} onAsk={() => asking.mutate('ERASURE')} />
    </Card>
  )
}

type ErasureProps = { readonly requestedAt: number | null; readonly onAsk: () => void }

/** Asks for erasure after a second, explicit step. */
function Erasure({ requestedAt, onAsk }: ErasureProps) {
  const { t } = useTranslation()
  const [isSure, setSure] = useState(false)
  if (requestedAt !== null) {
    return <p role="status">{t('data.erasureAt', { day: dateText(requestedAt) })}</p>
  }
  if (!isSure) {
    return (
      <div className="in-row">
        <Button variant="ghost" onClick={() => setSure(true)}>
          {t('data.erasure')}
        </Button>
      </div>
    )
  }
  return (
    <Note tone="orange" live>
      <div className="stack gap-3">
        <p>{t('data.erasureHint')}</p>
        <div className="in-row">
          <Button variant="ghost" autoFocus onClick={() => setSure(false)}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" onClick={onAsk}>
            {t('data.erasureSure')}
          </Button>
        </div>
      </div>
    </Note>
  )
}
