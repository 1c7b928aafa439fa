import { Button, TextField } from '@partner-office/ui'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { id } from '../../lib/search-params.ts'

/** Form that explains an order of the downline by its number, also an order without a bonus. */
export function OrderQuestion({ onAsk }: { readonly onAsk: (orderId: number) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const ask = (event: SubmitEvent): void => {
    event.preventDefault()
    const order = id(text.trim())
    setRefused(order === undefined)
    if (order !== undefined) onAsk(order)
  }
  return (
    <form className="order-question" onSubmit={ask} noValidate>
      <TextField
        label={t('bonusHistory.orderAsked')}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={isRefused ? t('bonusHistory.orderInvalid') : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setRefused(false)
        }}
      />
      <Button type="submit">{t('bonusHistory.explain')}</Button>
    </form>
  )
}
