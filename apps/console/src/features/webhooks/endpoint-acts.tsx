import { type Endpoint, postEndpointSwitch, postEndpointTest } from '@partner-office/contracts'
import { Button, useToast } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { ChangeEndpoint } from './change-endpoint.tsx'
import { Replay } from './replay.tsx'
import { RemoveEndpoint, RotateSecret, SwitchEndpoint } from './confirm-acts.tsx'
import { useReadAgain } from './use-read-again.ts'

const ASKED = {
  change: ChangeEndpoint,
  replay: Replay,
  rotate: RotateSecret,
  switch: SwitchEndpoint,
  remove: RemoveEndpoint,
} as const
type Kind = keyof typeof ASKED

type ActsProps = { readonly endpoint: Endpoint }

/** What an admin may do with an endpoint. A test is sent at once; all else asks first. */
export function EndpointActs({ endpoint }: ActsProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Kind | null>(null)
  const disabledReason = useNeedsRole(postEndpointSwitch.roles)
  const Asked = asked === null ? null : ASKED[asked]
  const names: Readonly<Record<Kind, string>> = {
    change: t('webhooks.change.button'),
    replay: t('webhooks.replay.button'),
    rotate: t('webhooks.rotate.button'),
    switch: t(endpoint.offBecause === null ? 'webhooks.off.button' : 'webhooks.on.button'),
    remove: t('webhooks.remove.button'),
  }
  return (
    <div className="console-actions">
      <SendTest endpoint={endpoint} />
      {(Object.keys(ASKED) as Kind[]).map((kind) => (
        <Button key={kind} size="sm" disabledReason={disabledReason} onClick={() => setAsked(kind)}>
          {names[kind]}
        </Button>
      ))}
      {Asked !== null && <Asked endpoint={endpoint} onClose={() => setAsked(null)} />}
    </div>
  )
}

/** Sends a test event and says what was answered. Source: requirements WHK-009. */
function SendTest({ endpoint: { id } }: ActsProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const readAgain = useReadAgain()
  const act = useAct<null, { status: number | null; problem: string | null; isDelivered: boolean }>(
    {
      send: () => api.call(postEndpointTest, { params: { id: String(id) } }),
      lookUp: async () => null,
      onDone: ({ status, problem, isDelivered }) => {
        const text = status === null ? (problem ?? '') : t('webhooks.test.status', { status })
        if (isDelivered) toast.success({ title: t('webhooks.test.done'), text })
        else toast.error({ title: t('webhooks.test.failed'), text })
        void readAgain()
      },
    },
  )
  return (
    <>
      <Button
        size="sm"
        icon="send"
        busy={act.isBusy}
        disabledReason={useNeedsRole(postEndpointTest.roles)}
        onClick={() => act.run(null)}
      >
        {t('webhooks.test.button')}
      </Button>
      <ActNote act={act} notDone={t('webhooks.test.notDone')} roles={postEndpointTest.roles} />
    </>
  )
}
