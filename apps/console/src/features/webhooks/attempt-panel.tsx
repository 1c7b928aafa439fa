import { type Attempt, type Endpoint, postReplay } from '@partner-office/contracts'
import { Button, KeyValues } from '@partner-office/ui'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { timeTakenText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { ActNote } from '../../parts/act-note.tsx'
import { OrderLink } from '../../parts/order-link.tsx'
import { RowDrawer } from '../../parts/row-drawer.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { AttemptResult, useAttempts } from './attempts-box.tsx'
import { useReplay } from './replay.tsx'

type PanelProps = {
  readonly endpoint: Endpoint
  readonly id: string
  readonly onClose: () => void
}

/** One attempt with its answer as text; its event can be sent again. Source: requirements WHK-007, WHK-008. */
export function AttemptPanel({ endpoint, id, onClose }: PanelProps) {
  const { t } = useTranslation()
  const { open: _open, ...filter } = useSearch({ from: `/frame${PATHS.endpoint}` })
  const log = useAttempts(endpoint.id, filter)
  const attempts = log.data?.pages.flatMap(({ content }) => content)
  const attempt = attempts?.find((one) => String(one.id) === id)
  return (
    <RowDrawer
      row={id}
      title={<bdi>{attempt?.eventId ?? t('webhooks.attempt', { id })}</bdi>}
      onClose={onClose}
      foot={
        attempt !== undefined && attempt.state !== null && <SendAgain {...{ endpoint, attempt }} />
      }
    >
      {attempt === undefined ? (
        attempts !== undefined && <p>{t('webhooks.notInLog')}</p>
      ) : (
        <About attempt={attempt} />
      )}
    </RowDrawer>
  )
}

function About({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useTranslation()
  const { at, duration, problem, answer } = attempt
  const [, order] = /^order\.[a-z]+\.(\d+)$/.exec(attempt.eventId) ?? []
  return (
    <>
      <KeyValues
        items={[
          { label: t('webhooks.at'), value: <Instant at={at} isExact /> },
          { label: t('webhooks.duration'), value: timeTakenText(duration) },
          { label: t('webhooks.answer'), value: <AttemptResult attempt={attempt} /> },
          ...(order === undefined
            ? []
            : [{ label: t('orders.order'), value: <OrderLink id={order} /> }]),
          ...(problem === null ? [] : [{ label: t('webhooks.problem'), value: problem }]),
        ]}
      />
      <h3 className="label">{t('webhooks.answerText')}</h3>
      <pre className="digits stored-value" tabIndex={0}>
        {answer === '' ? t('webhooks.emptyAnswer') : answer}
      </pre>
    </>
  )
}

function SendAgain({ endpoint, attempt }: Pick<PanelProps, 'endpoint'> & { attempt: Attempt }) {
  const { t } = useTranslation()
  const act = useReplay(endpoint.id, () => {})
  return (
    <div className="stack gap-3">
      <Button
        icon="retry"
        busy={act.isBusy}
        disabledReason={useNeedsRole(postReplay.roles)}
        onClick={() => act.run({ event: attempt.eventId })}
      >
        {t('webhooks.replay.one')}
      </Button>
      <ActNote act={act} notDone={t('webhooks.replay.notDone')} roles={postReplay.roles} />
    </div>
  )
}
