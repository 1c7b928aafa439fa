import {
  deleteEndpoint,
  type Endpoint,
  getEndpoint,
  getEndpoints,
  postEndpointSecret,
  postEndpointSwitch,
  type Role,
} from '@partner-office/contracts'
import { Dialog, useToast } from '@partner-office/ui'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'
import { ConfirmAct } from '../../parts/confirm-act.tsx'
import { PATHS } from '../../paths.ts'
import { EndpointSecret } from './endpoint-secret.tsx'
import { useReadAgain } from './use-read-again.ts'

type AskedProps = { readonly endpoint: Endpoint; readonly onClose: () => void }

type ConfirmProps = Pick<AskedProps, 'onClose'> & {
  /** The act that is asked about: names of its texts. */
  readonly kind: 'on' | 'off' | 'rotate' | 'remove'
  readonly act: ReturnType<typeof useAct<null, unknown>>
  readonly roles: readonly Role[]
}

function Confirm({ kind, act, roles, onClose }: ConfirmProps) {
  const { t } = useTranslation()
  const texts = {
    title: t(`webhooks.${kind}.title`),
    text: t(`webhooks.${kind}.text`),
    button: t(`webhooks.${kind}.button`),
    notDone: t(`webhooks.${kind}.notDone`),
  }
  return (
    <ConfirmAct
      texts={texts}
      act={act}
      roles={roles}
      isFinal={kind === 'remove'}
      onConfirm={() => act.run(null)}
      onClose={onClose}
    />
  )
}

/** Switches an endpoint off or on. Source: requirements WHK-011. */
export function SwitchEndpoint({ endpoint, onClose }: AskedProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const readAgain = useReadAgain()
  const { id, version, offBecause } = endpoint
  const isOn = offBecause !== null
  const kind = isOn ? 'on' : 'off'
  const params = { id: String(id) }
  const act = useAct<null, Endpoint>({
    send: () => api.call(postEndpointSwitch, { params, body: { version, isOn } }),
    lookUp: async () => {
      const now = await api.call(getEndpoint, { params })
      return (now.offBecause === null) === isOn ? now : null
    },
    onDone: () => {
      toast.success({ title: t(`webhooks.${kind}.done`) })
      void readAgain()
      onClose()
    },
  })
  return <Confirm kind={kind} act={act} roles={postEndpointSwitch.roles} onClose={onClose} />
}

/** Makes another secret and shows it this once. Source: requirements WHK-009. */
export function RotateSecret({ endpoint, onClose }: AskedProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const readAgain = useReadAgain()
  const [secret, setSecret] = useState<string | null>(null)
  const { id, version } = endpoint
  const params = { id: String(id) }
  const act = useAct<null, string>({
    send: async () => (await api.call(postEndpointSecret, { params, body: { version } })).secret,
    lookUp: async () => ((await api.call(getEndpoint, { params })).version > version ? '' : null),
    onDone: (made) => {
      setSecret(made)
      void readAgain()
    },
  })
  if (secret === null) {
    return <Confirm kind="rotate" act={act} roles={postEndpointSecret.roles} onClose={onClose} />
  }
  return (
    <Dialog title={t('webhooks.rotate.title')} closeLabel={t('common.close')} onClose={onClose}>
      {(close) => <EndpointSecret secret={secret} onDone={close} />}
    </Dialog>
  )
}

/** Removes an endpoint with what waits for it. */
export function RemoveEndpoint({ endpoint: { id }, onClose }: AskedProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const readAgain = useReadAgain()
  const navigate = useNavigate()
  const act = useAct<null, true>({
    send: async () => {
      await api.call(deleteEndpoint, { params: { id: String(id) } })
      return true
    },
    lookUp: async () =>
      (await api.call(getEndpoints)).content.some((one) => one.id === id) ? null : true,
    onDone: () => {
      toast.success({ title: t('webhooks.remove.done') })
      void navigate({ to: PATHS.webhooks }).then(readAgain)
    },
  })
  return <Confirm kind="remove" act={act} roles={deleteEndpoint.roles} onClose={onClose} />
}
