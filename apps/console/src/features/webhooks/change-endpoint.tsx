import { type Endpoint, putEndpoint, type WebhookType } from '@partner-office/contracts'
import { Dialog, useToast } from '@partner-office/ui'
import { useForm } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { useReadAgain } from './use-read-again.ts'

type ChangeProps = { readonly endpoint: Endpoint; readonly onClose: () => void }

/** Changes address, note and events of an endpoint. */
export function ChangeEndpoint({ endpoint, onClose }: ChangeProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const readAgain = useReadAgain()
  const [types, setTypes] = useState<readonly WebhookType[]>(endpoint.types)
  const { id, version } = endpoint
  const form = useForm({
    fields: ['address', 'note'],
    required: ['address'],
    apart: ['types'],
    // A change that is sent twice is refused as outdated: nothing is done twice.
    send: async ({ address = '', note = '' }) => {
      const body = { address, note, types: [...types], version }
      await api.call(putEndpoint, { params: { id: String(id) }, body })
      await readAgain()
      toast.success({ title: t('webhooks.change.done') })
      onClose()
    },
  })
  return (
    <Dialog title={t('webhooks.change.title')} closeLabel={t('common.close')} onClose={onClose}>
      <EndpointForm
        form={form}
        before={endpoint}
        types={types}
        onTypes={(changed) => {
          setTypes(changed)
          form.changed('types')
        }}
        submit={t('webhooks.change.submit')}
      />
    </Dialog>
  )
}
