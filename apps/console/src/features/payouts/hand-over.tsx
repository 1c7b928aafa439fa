import {
  type CallReply,
  getBatchFile,
  getQueuedPayout,
  postBatch,
  postBatchPreview,
} from '@partner-office/contracts'
import { Button, Checkbox, Dialog, Note, Table, useToast } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { amountText } from '../../lib/figures.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { Amount } from '../../parts/amount.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useProposed } from '../../parts/use-proposed.ts'
import { MarkChips } from './marks.tsx'
import { useReadPayouts } from '../../parts/use-read-payouts.ts'

type Preview = CallReply<typeof postBatchPreview>
type HandOverProps = {
  /** Null: all waiting payouts without a mark. */
  readonly payoutIds: readonly number[] | null
  readonly onClose: () => void
}

/** Shows what a hand-over would do, lets payouts be left out, and hands the rest over or proposes it. Source: requirements PQU-008. */
export function HandOver({ payoutIds, onClose }: HandOverProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [isProposing, setProposing] = useState(false)
  const onProposed = useProposed(onClose)
  const whole = usePreview(api, payoutIds)
  const going = (whole.data?.content ?? []).map(({ id }) => id).filter((id) => !left.has(id))
  // When payouts are left out, the sums and the need of a second operator are computed for the other payouts.
  const rest = usePreview(api, left.size === 0 || going.length === 0 ? undefined : going)
  if (isProposing) {
    return (
      <ProposeDialog
        title={t('payouts.give.propose')}
        proposed={{ kind: 'batch', object: 'hand-over', values: { payoutIds: going } }}
        onDone={onProposed}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={t('payouts.give.title')} closeLabel={t('common.close')} onClose={onClose}>
      <Loaded query={whole} placeholder={240}>
        {(preview) => (
          <div className="stack gap-4">
            <Sums preview={left.size === 0 ? preview : rest.data} count={going.length} />
            <LeftOut preview={preview} />
            <Going preview={preview} left={left} onTurn={(id) => setLeft(turned(left, id))} />
            <Give
              payoutIds={going}
              preview={left.size === 0 ? preview : rest.data}
              onPropose={() => setProposing(true)}
              onClose={onClose}
            />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function turned(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** What a hand-over would do; not asked for undefined ids. */
const usePreview = (
  api: ReturnType<typeof useConsole>['api'],
  payoutIds: readonly number[] | null | undefined,
) =>
  useQuery({
    queryKey: [postBatchPreview.path, payoutIds ?? null],
    queryFn: () =>
      api.call(postBatchPreview, { body: { payoutIds: payoutIds ? [...payoutIds] : null } }),
    enabled: payoutIds !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

function Sums({
  preview,
  count,
}: {
  readonly preview: Preview | undefined
  readonly count: number
}) {
  const { t } = useTranslation()
  if (count === 0) return <Note>{t('payouts.give.nothing')}</Note>
  if (preview === undefined) return null
  return (
    <div role="status">
      <p>
        <b>{t('payouts.give.count', { count })}</b>
        {preview.eur !== null && `, ${amountText(preview.eur, 'EUR')}`}
      </p>
      <ul className="bullet-list">
        {preview.sums.map(({ currency, count: some, amount, receive }) => (
          <li key={currency}>
            {t('payouts.give.sum', {
              count: some,
              amount: amountText(amount, currency),
              receive: amountText(receive, currency),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}

function LeftOut({ preview: { leftOut } }: { readonly preview: Preview }) {
  const { t } = useTranslation()
  if (leftOut.length === 0) return null
  return (
    <Note tone="orange">
      <b>{t('payouts.give.leftOut', { count: leftOut.length })}</b>
      <ul className="bullet-list">
        {leftOut.map(({ id, why }) => (
          <li key={id}>
            {t('payouts.one', { id })}: {why}
          </li>
        ))}
      </ul>
    </Note>
  )
}

type GoingProps = {
  readonly preview: Preview
  readonly left: ReadonlySet<number>
  readonly onTurn: (id: number) => void
}

function Going({ preview: { content }, left, onTurn }: GoingProps) {
  const { t } = useTranslation()
  if (content.length === 0) return null
  return (
    <Table
      isBare
      caption={t('payouts.give.list')}
      columns={[
        { text: t('payouts.payout') },
        { text: t('payouts.amount'), isFigure: true },
        { text: t('payouts.risk') },
      ]}
    >
      {content.map(({ id, amount, currency, marks }) => (
        <tr key={id}>
          <th scope="row">
            <Checkbox
              label={t('payouts.one', { id })}
              checked={!left.has(id)}
              onChange={() => onTurn(id)}
            />
          </th>
          <td className="figure-cell">
            <Amount amount={amount} currency={currency} />
          </td>
          <td>
            <MarkChips marks={marks} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

type GiveProps = {
  readonly payoutIds: readonly number[]
  readonly preview: Preview | undefined
  readonly onPropose: () => void
  readonly onClose: () => void
}

function Give({ payoutIds, preview, onPropose, onClose }: GiveProps) {
  const { t } = useTranslation()
  const act = useHandOver(onClose)
  const isReady = preview !== undefined && payoutIds.length > 0
  return (
    <div className="stack gap-3">
      {preview?.isNeeded && <Note>{t('payouts.give.needed')}</Note>}
      <ActNote act={act} notDone={t('payouts.give.notDone')} roles={postBatch.roles} />
      <div className="in-row">
        <span className="push">
          {preview?.isNeeded ? (
            <Button variant="primary" onClick={onPropose}>
              {t('payouts.give.propose')}
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={act.isBusy}
              disabledReason={isReady ? undefined : t('payouts.give.nothing')}
              onClick={() => act.run(payoutIds)}
            >
              {t('payouts.give.submit', { count: payoutIds.length })}
            </Button>
          )}
        </span>
      </div>
    </div>
  )
}

/** Hands payouts over and saves the file of their batch. */
function useHandOver(onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const readAgain = useReadPayouts()
  return useAct<readonly number[], number>({
    send: async (ids) => (await api.call(postBatch, { body: { payoutIds: [...ids] } })).batchId,
    // All go together: the batch of the first one is the batch of all.
    lookUp: async ([first]) =>
      (await api.call(getQueuedPayout, { params: { id: String(first) } })).batch,
    onDone: (batch, ids) => {
      saveFile(getBatchFile.path.replace(':id', String(batch)))
      toast.success({ title: t('payouts.give.done', { count: ids.length, batch }) })
      void readAgain()
      onDone()
    },
  })
}
