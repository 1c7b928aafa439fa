import { FormRefusal } from '@partner-office/domain'
import { Button, TextField } from '@partner-office/ui'
import { useForm } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { id } from '../../lib/navigation/search-params.ts'

/** Form that explains an order of the downline by its number, also an order without a bonus. */
export function OrderQuestion({ onAsk }: { readonly onAsk: (orderId: number) => void }) {
  const { t } = useTranslation()
  const form = useForm({
    fields: ['order'],
    send: async ({ order = '' }) => {
      const asked = id(order.trim())
      if (asked === undefined) throw new FormRefusal([{ field: 'order', code: 'invalid_format' }])
      onAsk(asked)
    },
  })
  const { name, error } = form.field('order')
  return (
    <form {...form.props} className="order-question">
      <TextField
        label={t('bonusHistory.orderAsked')}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        error={error === undefined ? undefined : t('bonusHistory.orderInvalid')}
      />
      <Button type="submit">{t('bonusHistory.explain')}</Button>
    </form>
  )
}
