import type { ListedOrder } from '@partner-office/contracts'
import { StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

type OrderStateProps = { readonly order: Pick<ListedOrder, 'state'> }

/** Whether an order counts. */
export function OrderStateMark({ order: { state } }: OrderStateProps) {
  const { t } = useTranslation()
  return (
    <StateMark state={state === 'STANDING' ? 'good' : 'bad'}>
      {t(`orders.states.${state}`)}
    </StateMark>
  )
}
