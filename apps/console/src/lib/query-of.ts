import type { CallReply } from '@partner-office/contracts'
import { queryOptions } from '@tanstack/react-query'

import type { ConsoleApi, ConsoleCall, Question } from './console-api.ts'

/** The query of a call: its key is the path with what is asked. */
export const queryOf = <const Of extends ConsoleCall>(
  api: ConsoleApi,
  contract: Of,
  question: Question<Of> = {},
) =>
  queryOptions<CallReply<Of>>({
    queryKey: [contract.path, question.params ?? {}, question.query ?? {}],
    queryFn: ({ signal }) => api.call(contract, { ...question, signal }),
  })
