import { type Endpoint, getReplay, postReplay, type WebhookType } from '@partner-office/contracts'
import { Button, Dialog, SelectField, TextField, useToast } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { queryOf } from '../../lib/query-of.ts'
import { instantOf } from '../../lib/typed-instant.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { useReadAgain } from './use-read-again.ts'

type ReplayProps = { readonly endpoint: Endpoint; readonly onClose: () => void }

/** Sends all events of a time range again, once it has said how many there are. Source: requirements WHK-008. */
export function Replay({ endpoint, onClose }: ReplayProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Typed>({ from: '', until: '', type: undefined })
  const { type } = typed
  const range = { from: instantOf(typed.from), until: instantOf(typed.until), type }
  const { events, isAsked } = useCount(endpoint.id, range)
  const act = useReplay(endpoint.id, onClose)
  const none = events === 0 ? t('webhooks.replay.none') : undefined
  const missing = isAsked ? none : t('webhooks.replay.range')
  const send = (): void => {
    const { from, until } = range
    if (from === null || until === null || missing !== undefined) return
    act.run({ from, until, ...(type !== undefined && { type }) })
  }
  return (
    <Dialog title={t('webhooks.replay.title')} closeLabel={t('common.close')} onClose={onClose}>
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p className="muted">{t('webhooks.replay.text')}</p>
        <RangeFields types={endpoint.types} typed={typed} onChange={setTyped} />
        <p role="status">
          {events === undefined ? '' : t('webhooks.replay.count', { count: events })}
        </p>
        <ActNote act={act} notDone={t('webhooks.replay.notDone')} roles={postReplay.roles} />
        <div className="decision">
          <Button type="submit" variant="primary" busy={act.isBusy} disabledReason={missing}>
            {t('webhooks.replay.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The range as it stands in the fields. */
type Typed = {
  readonly from: string
  readonly until: string
  readonly type: WebhookType | undefined
}

type RangeFieldsProps = {
  readonly types: readonly WebhookType[]
  readonly typed: Typed
  readonly onChange: (typed: Typed) => void
}

function RangeFields({ types, typed, onChange }: RangeFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      {(['from', 'until'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`webhooks.replay.${name}`)}
          hint={t('form.utc')}
          type="datetime-local"
          value={typed[name]}
          onChange={({ target }) => onChange({ ...typed, [name]: target.value })}
        />
      ))}
      <SelectField
        label={t('webhooks.type')}
        value={typed.type ?? ''}
        onChange={({ target }) =>
          onChange({ ...typed, type: types.find((one) => one === target.value) })
        }
      >
        <option value="">{t('webhooks.replay.all')}</option>
        {types.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
    </>
  )
}

type Range = {
  readonly from: number | null
  readonly until: number | null
  readonly type: WebhookType | undefined
}

/** How many events a range has; undefined while it is not known. */
function useCount(id: number, { from, until, type }: Range) {
  const { api } = useConsole()
  const isAsked = from !== null && until !== null && from < until
  const query = { from: String(from), until: String(until), ...(type !== undefined && { type }) }
  const count = useQuery({
    ...queryOf(api, getReplay, { params: { id: String(id) }, query }),
    enabled: isAsked,
  })
  return { events: isAsked ? count.data?.events : undefined, isAsked }
}

type Chosen =
  | { readonly event: string }
  | { readonly from: number; readonly until: number; readonly type?: WebhookType }

/** Sends events again. A replay whose answer was lost may be repeated: the receiver knows the ids. */
export function useReplay(id: number, onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const readAgain = useReadAgain()
  return useAct<Chosen, { events: number }>({
    send: (body) => api.call(postReplay, { params: { id: String(id) }, body }),
    lookUp: async () => null,
    onDone: ({ events }) => {
      toast.success({ title: t('webhooks.replay.done', { count: events }) })
      void readAgain()
      onDone()
    },
  })
}
