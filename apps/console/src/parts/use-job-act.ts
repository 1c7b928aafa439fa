import {
  deleteJob,
  getJob,
  getJobs,
  type Job,
  type JobKind,
  postJob,
  postJobAgain,
} from '@partner-office/contracts'
import { useToast } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../lib/console.ts'
import { useAct } from '../lib/use-act.ts'

/** Starts a job of a kind, or one that has ended again. When the answer is lost, a newer job of the operator says that it was started. */
export function useStartJob(onStarted: (id: number) => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { operator } = useSignedIn()
  const queries = useQueryClient()
  const toast = useToast()
  const before = useRef<number | null>(null)
  const newest = async (kind: JobKind): Promise<number> => {
    const { content } = await api.call(getJobs, { query: { kind } })
    return content.find(({ by }) => by === operator.email)?.id ?? 0
  }
  return useAct<Wanted, number>({
    send: async (wanted) => {
      before.current = null
      before.current = await newest(wanted.kind)
      const { jobId } =
        wanted.again === undefined
          ? await api.call(postJob, { body: { kind: wanted.kind } })
          : await api.call(postJobAgain, { params: { id: String(wanted.again) } })
      return jobId
    },
    lookUp: async ({ kind }) => {
      const id = await newest(kind)
      return before.current !== null && id > before.current ? id : null
    },
    onDone: (id) => {
      toast.success({ title: t('jobs.startDone') })
      void queries.invalidateQueries({ queryKey: [getJobs.path] })
      onStarted(id)
    },
  })
}

/** `again` is the job to start again: of any kind. */
type Wanted =
  | { readonly kind: 'verify' | 'doctor'; readonly again?: never }
  | { readonly kind: JobKind; readonly again: number }

/** Cancels a job: it ends as soon as its process notices. */
export function useCancelJob({ id }: Job) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  const params = { id: String(id) }
  return useAct<void, true>({
    send: async () => {
      await api.call(deleteJob, { params })
      return true
    },
    lookUp: async () => {
      const { endedAt } = await api.call(getJob, { params })
      return endedAt === null ? null : true
    },
    onDone: () => {
      toast.success({ title: t('jobs.cancelling') })
      for (const { path } of [getJobs, getJob]) void queries.invalidateQueries({ queryKey: [path] })
    },
  })
}
