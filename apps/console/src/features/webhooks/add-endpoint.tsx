import {
  getEndpoints,
  postEndpoint,
  WEBHOOK_TYPES,
  type WebhookType,
} from '@partner-office/contracts'
import { Dialog } from '@partner-office/ui'
import { useForm } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { doOnce } from '../../lib/do-once.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointSecret } from './endpoint-secret.tsx'

/** Adds an endpoint, then shows its secret this once. Source: requirements WHK-009, WHK-010. */
export function AddEndpoint({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  /** Null before the endpoint is added; empty where the answer with the secret was lost. */
  const [secret, setSecret] = useState<string | null>(null)
  const [types, setTypes] = useState<readonly WebhookType[]>(WEBHOOK_TYPES)
  const form = useAdd(types, setSecret)
  return (
    <Dialog title={t('webhooks.add')} closeLabel={t('common.close')} onClose={onClose}>
      {(close) =>
        secret === null ? (
          <EndpointForm
            form={form}
            types={types}
            onTypes={(changed) => {
              setTypes(changed)
              form.changed('types')
            }}
            submit={t('webhooks.add')}
          />
        ) : (
          <EndpointSecret secret={secret} onDone={close} />
        )
      }
    </Dialog>
  )
}

function useAdd(types: readonly WebhookType[], onDone: (secret: string) => void) {
  const { api } = useConsole()
  const queries = useQueryClient()
  return useForm({
    fields: ['address', 'note'],
    required: ['address'],
    apart: ['types'],
    send: async ({ address = '', note = '' }) => {
      const known = new Set((await api.call(getEndpoints)).content.map(({ id }) => id))
      const { secret } = await doOnce({
        send: () => api.call(postEndpoint, { body: { address, note, types: [...types] } }),
        lookUp: async () => {
          const { content } = await api.call(getEndpoints)
          const endpoint = content.find(({ id }) => !known.has(id))
          return endpoint === undefined ? null : { endpoint, secret: '' }
        },
      })
      await queries.invalidateQueries({ queryKey: [getEndpoints.path] })
      onDone(secret)
    },
  })
}
