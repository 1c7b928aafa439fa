import {
  type CallReply,
  getQueuedPayout,
  postSettle,
  type SettleLine,
} from '@partner-office/contracts'
import { Button, Dialog, Note, Table, TextAreaField, useToast } from '@partner-office/ui'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { useReadPayouts } from '../../parts/use-read-payouts.ts'

type Reply = CallReply<typeof postSettle>
type SettleProps = { readonly onClose: () => void }

const GOOD: readonly SettleLine['state'][] = ['approve', 'approvedBefore']

/** Reads a file of `id,txId`, shows what each line does, then approves all or none. Source: requirements PQU-010. */
export function Settle({ onClose }: SettleProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [csv, setCsv] = useState('')
  const preview = useMutation<Reply, Error, string>({
    mutationFn: (text) => api.call(postSettle, { body: { csv: text, isPreview: true } }),
  })
  const change = (text: string): void => {
    setCsv(text)
    preview.reset()
  }
  return (
    <Dialog
      title={t('payouts.settle.title')}
      hint={t('payouts.settle.hint')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <div className="stack gap-4">
        <FileField onRead={change} />
        <CsvField csv={csv} onChange={change} />
        <ActNote
          act={{ error: preview.error, isLookingUp: false }}
          notDone={t('payouts.settle.notRead')}
          roles={postSettle.roles}
        />
        {preview.data === undefined ? (
          <PreviewButton
            isBusy={preview.isPending}
            isEmpty={csv.trim() === ''}
            onPreview={() => preview.mutate(csv)}
          />
        ) : (
          <Shown csv={csv} reply={preview.data} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

type PreviewButtonProps = {
  readonly isBusy: boolean
  readonly isEmpty: boolean
  readonly onPreview: () => void
}

function PreviewButton({ isBusy, isEmpty, onPreview }: PreviewButtonProps) {
  const { t } = useTranslation()
  return (
    <div className="in-row">
      <span className="push">
        <Button
          variant="primary"
          busy={isBusy}
          disabledReason={isEmpty ? t('payouts.settle.empty') : undefined}
          onClick={onPreview}
        >
          {t('payouts.settle.preview')}
        </Button>
      </span>
    </div>
  )
}

function FileField({ onRead }: { readonly onRead: (text: string) => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="stack gap-1">
      <label htmlFor={id}>{t('payouts.settle.file')}</label>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) void file.text().then(onRead)
        }}
      />
    </div>
  )
}

type CsvFieldProps = { readonly csv: string; readonly onChange: (csv: string) => void }

function CsvField({ csv, onChange }: CsvFieldProps) {
  const { t } = useTranslation()
  return (
    <TextAreaField
      label={t('payouts.settle.lines')}
      hint="id,txId"
      value={csv}
      dir="ltr"
      rows={5}
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type ShownProps = SettleProps & { readonly csv: string; readonly reply: Reply }

function Shown({ csv, reply, onClose }: ShownProps) {
  const { t } = useTranslation()
  const [answered, setAnswered] = useState<Reply | null>(null)
  const act = useSettle(setAnswered, onClose)
  const shown = answered ?? reply
  const wrong = shown.lines.filter(({ state }) => !GOOD.includes(state)).length
  const open = shown.counts.approve ?? 0
  return (
    <div className="stack gap-4">
      <div role="status">
        {Object.entries(shown.counts).map(([state, count]) => (
          <p key={state}>
            {t(`payouts.settle.states.${state as SettleLine['state']}`)}: <b>{count}</b>
          </p>
        ))}
      </div>
      {wrong > 0 && <Note tone="red">{t('payouts.settle.wrong')}</Note>}
      <Lines lines={shown.lines} />
      <ActNote act={act} notDone={t('payouts.settle.notDone')} roles={postSettle.roles} />
      <div className="in-row">
        <span className="push">
          <Button
            variant="primary"
            busy={act.isBusy}
            disabledReason={
              wrong > 0
                ? t('payouts.settle.wrong')
                : open === 0
                  ? t('payouts.settle.nothing')
                  : undefined
            }
            onClick={() => act.run({ csv, lines: shown.lines })}
          >
            {t('payouts.settle.submit', { count: open })}
          </Button>
        </span>
      </div>
    </div>
  )
}

type Sent = { readonly csv: string; readonly lines: Reply['lines'] }

function useSettle(onRefused: (reply: Reply) => void, onClose: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const readAgain = useReadPayouts()
  return useAct<Sent, Pick<Reply, 'settled'> & Partial<Reply>>({
    send: ({ csv }) => api.call(postSettle, { body: { csv, isPreview: false } }),
    // All lines are approved together: the first one tells of all.
    lookUp: async ({ lines }) => {
      const first = lines.find(({ state }) => state === 'approve')
      const now = await api.call(getQueuedPayout, { params: { id: first?.id ?? '' } })
      const settled = lines.filter(({ state }) => state === 'approve').length
      return now.txId === first?.txId ? { settled } : null
    },
    onDone: (reply) => {
      if (reply.settled === null) return onRefused(reply as Reply)
      toast.success({ title: t('payouts.settle.done', { count: reply.settled }) })
      void readAgain()
      onClose()
    },
  })
}

function Lines({ lines }: Pick<Reply, 'lines'>) {
  const { t } = useTranslation()
  return (
    <Table
      isBare
      caption={t('payouts.settle.lines')}
      columns={[
        { text: t('payouts.settle.line') },
        { text: t('payouts.payout') },
        { text: t('payouts.settle.does') },
      ]}
    >
      {lines.map(({ line, id, txId, state, why }) => (
        <tr key={line}>
          <th scope="row">{line}</th>
          <td>
            {id} <bdi className="mono muted">{txId}</bdi>
          </td>
          <td>
            {t(`payouts.settle.states.${state}`)}
            {why !== null && <span className="muted">: {why}</span>}
          </td>
        </tr>
      ))}
    </Table>
  )
}
