import { getProcesses, postJob } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { WithPanel } from '@partner-office/ui/console'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../../lib/console.ts'
import { hasOneOf } from '../../lib/session.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { RowDrawer } from '../../parts/row-drawer.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { useRoleNames } from '../../shell/role-names.ts'
import { BackupsBox } from './backups-box.tsx'
import { DatabaseBox } from './database-box.tsx'
import { JobView } from './job-view.tsx'
import { JobsBox } from './jobs-box.tsx'
import { ProcessesBox } from './processes-box.tsx'
import { QueuesBox } from './queues-box.tsx'
import { useStartJob } from '../../parts/use-job-act.ts'
import { VersionsBox } from './versions-box.tsx'

const KINDS = ['verify', 'doctor'] as const

/** The running state. Nothing here stops the product. Source: requirements SYS-001 to SYS-007. */
export function SystemPage() {
  const { t } = useTranslation()
  const { job } = useSearch({ from: `/frame${PATHS.system}` })
  const navigate = useNavigate({ from: PATHS.system })
  const open = (id: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, job: id }) })
  const start = useStartJob((id) => open(String(id)))
  return (
    <Page
      title={t('menu.system')}
      roles={getProcesses.roles}
      actions={<StartButtons start={start} />}
    >
      <ActNote act={start} notDone={t('jobs.notStarted')} roles={postJob.roles} />
      <ProcessesBox />
      <div className="system-columns">
        <DatabaseBox />
        <BackupsBox />
      </div>
      <WithPanel panel={job === undefined ? null : <JobDrawer key={job} job={job} open={open} />}>
        <JobsBox />
      </WithPanel>
      <div className="system-columns">
        <QueuesBox />
        <VersionsBox />
      </div>
    </Page>
  )
}

type JobDrawerProps = {
  readonly job: string
  readonly open: (id: string | undefined) => void
}

function JobDrawer({ job, open }: JobDrawerProps) {
  const { t } = useTranslation()
  return (
    <RowDrawer row={job} title={t('jobs.one', { id: job })} onClose={() => open(undefined)}>
      <JobView id={job} onStarted={(id) => open(String(id))} />
    </RowDrawer>
  )
}

/** Verification and doctor. Who may not start them reads which role may. */
function StartButtons({ start }: { readonly start: ReturnType<typeof useStartJob> }) {
  const { t } = useTranslation()
  const roleNames = useRoleNames()
  const { operator } = useSignedIn()
  const isAllowed = hasOneOf(operator.roles, postJob.roles)
  const reason = t('act.needsRole', { roles: roleNames(postJob.roles, 'any') })
  return KINDS.map((kind) => (
    <Button
      key={kind}
      disabledReason={isAllowed ? undefined : reason}
      busy={start.isBusy && start.about?.kind === kind}
      onClick={() => start.run({ kind })}
    >
      {t(`jobs.run.${kind}`)}
    </Button>
  ))
}
