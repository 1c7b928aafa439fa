import type { Job } from '@partner-office/contracts'
import { Progress } from '@partner-office/ui'
import { StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { countText } from '../lib/figures.ts'
import { useJobEvents } from '../lib/use-job-events.ts'

const MARKS = {
  WAITING: 'off',
  RUNNING: 'attention',
  DONE: 'good',
  FAILED: 'bad',
  CANCELLED: 'off',
  INTERRUPTED: 'bad',
} as const

type JobStateProps = {
  readonly job: Job
  /** Whether what was just done is named, too. */
  readonly hasPart?: boolean
}

/** The state of a job; of one that runs, how far it has come, as its events tell. Without a total there is no bar. Source: requirements SYS-003. */
export function JobState({ job, hasPart = true }: JobStateProps) {
  const { t } = useTranslation()
  const { state, done, of, part } = useJobEvents(job)
  const text = t('jobs.progress', { done: countText(done), of: countText(of) })
  return (
    <span className="job-state">
      <StateMark state={MARKS[state]}>{t(`jobs.states.${state}`)}</StateMark>
      {state === 'RUNNING' && of > 0 && (
        <>
          <span className="job-bar">
            <Progress
              size="thin"
              label={text}
              segments={[{ percent: (100 * done) / of, tone: 'done' }]}
            />
          </span>
          <span className="caption digits">{text}</span>
        </>
      )}
      {hasPart && state === 'RUNNING' && part !== '' && <span className="caption">{part}</span>}
    </span>
  )
}
