import { getQueuedPayout, type PayoutDetail } from '@partner-office/contracts'
import { useToast } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'
import { useReadPayouts } from '../../parts/use-read-payouts.ts'

type Kind = 'take' | 'takeOver' | 'approve' | 'reject'

type Options<Values> = {
  readonly kind: Kind
  readonly payout: PayoutDetail
  readonly send: (values: Values, params: { readonly id: string }) => Promise<unknown>
  /** Whether a payout that was read again has been changed by this act. */
  readonly isDone: (now: PayoutDetail, values: Values) => boolean
}

/** An act on a payout; whatever came of it, the payout is read again: another operator may have won. */
export function usePayoutAct<Values>({ kind, payout, send, isDone }: Options<Values>) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const readAgain = useReadPayouts()
  const params = { id: String(payout.id) }
  return useAct<Values, unknown>({
    send: (values) => send(values, params),
    lookUp: async (values) => {
      const now = await api.call(getQueuedPayout, { params })
      return isDone(now, values) ? now : null
    },
    onDone: () => {
      toast.success({ title: t(`payouts.acts.${kind}.done`), text: t('payouts.one', params) })
      void readAgain()
    },
  })
}
