import { Button, TextField } from '@partner-office/ui'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { isId } from '../../lib/search-params.ts'

/** Asks what an order of the downline brought, and why where it brought nothing. */
export function OrderQuestion({ onAsk }: { readonly onAsk: (orderId: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const ask = (event: SubmitEvent): void => {
    event.preventDefault()
    const order = text.trim()
    setRefused(!isId(order))
    if (isId(order)) onAsk(order)
  }
  return (
    <form className="order-question" onSubmit={ask} noValidate>
      <TextField
        label={t('bonusHistory.orderAsked')}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={isRefused ? t('errors.invalid_format') : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setRefused(false)
        }}
      />
      <Button type="submit">{t('bonusHistory.explain')}</Button>
    </form>
  )
}
