import { getPeriod, type Job, type Period } from '@partner-office/contracts'
import { useQueryClient } from '@tanstack/react-query'

import type { ConsoleApi } from '../../lib/console-api.ts'
import { useConsole } from '../../lib/console.ts'
import { type Act, useAct } from '../../lib/use-act.ts'

type Started = { readonly jobId: number }

/** Starts long work about a month. When the answer is lost, a newer job of this kind says that it was started. */
export function useMonthJob(
  month: string,
  kind: Job['kind'],
  send: (api: ConsoleApi) => Promise<Started>,
): Act<void> {
  const { api } = useConsole()
  const refresh = useRefresh()
  const idOf = ({ jobs }: Pick<Period, 'jobs'>) => jobs.find((each) => each.kind === kind)?.id ?? 0
  return useAct<void, number>({
    send: async () => (await send(api)).jobId,
    lookUp: async () => {
      const known = idOf(await api.call(getPeriod, { params: { month } }))
      return known === 0 ? null : known
    },
    onDone: refresh,
  })
}

/** Reads the month anew. */
export function useRefresh(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [getPeriod.path] })
}
