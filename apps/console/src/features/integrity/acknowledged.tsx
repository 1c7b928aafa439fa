import { getIntegrity, postKnownDifference } from '@partner-office/contracts'
import { Button, useToast } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { hasOneOf } from '../../lib/session.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import type { Integrity } from './integrity.ts'

type AcknowledgedProps = {
  readonly job: number
  readonly difference: string
  /** Its newest acknowledgement. */
  readonly known: Integrity['acknowledged'][number] | undefined
}

/** Who knows of a difference and why it may stay; an admin acknowledges it. Source: requirements AUD-006. */
export function Acknowledged({ job, difference, known }: AcknowledgedProps) {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {known !== undefined && (
        <p className="caption">
          {t('verify.acknowledgedBy')} <bdi>{known.by}</bdi>, <Instant at={known.at} />:{' '}
          <bdi>{known.reason}</bdi>
        </p>
      )}
      {known === undefined && hasOneOf(operator.roles, postKnownDifference.roles) && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('verify.acknowledgeNamed', { difference })}
            onClick={() => setAsking(true)}
          >
            {t('verify.acknowledge')}
          </Button>
        </div>
      )}
      {isAsking && <AskReason job={job} difference={difference} onClose={() => setAsking(false)} />}
    </>
  )
}

type AskReasonProps = {
  readonly job: number
  readonly difference: string
  readonly onClose: () => void
}

function AskReason({ job, difference, onClose }: AskReasonProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  return (
    <ReasonDialog
      title={t('verify.acknowledgeTitle')}
      hint={t('verify.acknowledgeText')}
      preview={<p>{difference}</p>}
      button={t('verify.acknowledge')}
      notDone={t('verify.notAcknowledged')}
      roles={postKnownDifference.roles}
      send={(reason) => api.call(postKnownDifference, { body: { jobId: job, difference, reason } })}
      lookUp={async () => {
        const { acknowledged } = await api.call(getIntegrity)
        return acknowledged.find((one) => one.difference === difference) ?? null
      }}
      onDone={() => {
        toast.success({ title: t('verify.acknowledged') })
        void queries.invalidateQueries({ queryKey: [getIntegrity.path] })
      }}
      onClose={onClose}
    />
  )
}
