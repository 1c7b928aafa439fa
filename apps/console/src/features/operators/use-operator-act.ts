import { getOperators, type Operator } from '@partner-office/contracts'
import { useToast } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'

import { useConsole } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'

type OperatorAct = {
  readonly operator: Operator
  readonly send: () => Promise<unknown>
  /** Whether the operator, read again, shows that the act was done; null: there is no such operator any more. */
  readonly isDone: (now: Operator | null) => boolean
  readonly done: string
  readonly onDone?: () => void
}

/** Does one thing to an operator's account, and reads the list anew. */
export function useOperatorAct() {
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  return useAct<OperatorAct, true>({
    send: async ({ send }) => {
      await send()
      return true
    },
    lookUp: async ({ operator, isDone }) => {
      const { content } = await api.call(getOperators)
      return isDone(content.find(({ id }) => id === operator.id) ?? null) ? true : null
    },
    onDone: (_done, { operator, done, onDone }) => {
      toast.success({ title: done, text: operator.email })
      void queries.invalidateQueries({ queryKey: [getOperators.path] })
      onDone?.()
    },
  })
}
