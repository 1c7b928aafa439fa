import {
  getIntegrity,
  getPeriod,
  getPlanDifference,
  getPlanDifferences,
  type Job,
  JobEvent,
  getJobEvents,
  getJobs,
  getJob,
} from '@partner-office/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** What shows what a job has found. */
const READ_AT_THE_END = [
  getJobs,
  getJob,
  getIntegrity,
  getPeriod,
  getPlanDifference,
  getPlanDifferences,
]

/** What runs or waits: only such a job has events to come. */
export const isRunning = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'WAITING' || state === 'RUNNING'

/**
 * A job with the newest of its events. The browser asks again by itself when the connection is lost, from the last event on; when the
 * job has ended, what it has found is read.
 *
 * Source: requirements SYS-003; console.md section 4.
 */
export function useJobEvents(job: Job): Job {
  const queries = useQueryClient()
  const [event, setEvent] = useState<JobEvent | null>(null)
  const { id } = job
  const isOpen = isRunning(job)
  useEffect(() => {
    if (!isOpen) return
    const source = new EventSource(getJobEvents.path.replace(':id', String(id)))
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const read = JobEvent.parse(JSON.parse(data))
      setEvent(read)
      if (isRunning(read)) return
      source.close()
      for (const { path } of READ_AT_THE_END) void queries.invalidateQueries({ queryKey: [path] })
    })
    return () => source.close()
  }, [id, isOpen, queries])
  return isOpen && event !== null ? { ...job, ...event } : job
}
