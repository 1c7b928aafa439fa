import { type CallReply, getConsoleRates, putConsoleRates } from '@partner-office/contracts'
import { Button, Dialog, Note, TextField, useToast } from '@partner-office/ui'
import { CallFailed } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useProposed } from '../../parts/use-proposed.ts'
import { changedRates, type NewRate, proposedRates, rateKey, type Typed } from './rate-values.ts'

type Rates = CallReply<typeof getConsoleRates>
type SetRatesProps = {
  readonly rates: Rates
  /** What the form holds when it opens. */
  readonly typed: Typed
  readonly onClose: () => void
}

/** Sets several rates as one act; where one of them jumps, they are proposed. Source: requirements CNF-005, CNF-006. */
export function SetRates({ rates, typed: begun, onClose }: SetRatesProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(begun)
  const [isProposing, setProposing] = useState(false)
  const onProposed = useProposed(onClose)
  const changed = changedRates(rates.content, typed)
  const proposed = isProposing ? proposedRates(changed) : null
  if (proposed !== null) {
    return (
      <ProposeDialog
        title={t('rates.proposeTitle')}
        proposed={proposed}
        onDone={onProposed}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      title={t('rates.set')}
      hint={t('rates.setHint', { percent: rates.jumpPercent })}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <RatesForm
        rates={rates}
        typed={typed}
        changed={changed}
        onType={setTyped}
        onPropose={() => setProposing(true)}
        onDone={onClose}
      />
    </Dialog>
  )
}

type RatesFormProps = {
  readonly rates: Rates
  readonly typed: Typed
  readonly changed: readonly NewRate[]
  readonly onType: (typed: Typed) => void
  readonly onPropose: () => void
  readonly onDone: () => void
}

function RatesForm({ rates, typed, changed, onType, onPropose, onDone }: RatesFormProps) {
  const { t } = useTranslation()
  const act = useSetRates(onDone)
  const isJump = act.error instanceof CallFailed && act.error.code === 'proposal_required'
  return (
    <form
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (changed.length > 0) act.run(changed)
      }}
    >
      {rates.content.map((rate) => (
        <TextField
          key={rateKey(rate)}
          label={rateKey(rate)}
          hint={t('rates.now', { rate: rate.rate })}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={typed[rateKey(rate)] ?? ''}
          onChange={({ target }) => onType({ ...typed, [rateKey(rate)]: target.value })}
        />
      ))}
      {isJump ? (
        <Note tone="orange" live>
          {t('rates.jumps', { percent: rates.jumpPercent })}
        </Note>
      ) : (
        <ActNote act={act} notDone={t('rates.notSet')} roles={putConsoleRates.roles} />
      )}
      <div className="in-row">
        <span className="push">
          {isJump ? (
            <Button variant="primary" onClick={onPropose}>
              {t('rates.propose')}
            </Button>
          ) : (
            <Button
              type="submit"
              variant="primary"
              busy={act.isBusy}
              disabledReason={changed.length === 0 ? t('config.unchanged') : undefined}
            >
              {t('rates.submit', { count: changed.length })}
            </Button>
          )}
        </span>
      </div>
    </form>
  )
}

function useSetRates(onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const queries = useQueryClient()
  return useAct<readonly NewRate[], object>({
    send: (rates) => api.call(putConsoleRates, { body: { rates: [...rates] } }),
    lookUp: async (wanted) => {
      const now = (await api.call(getConsoleRates)).content
      const isSet = ({ rate, last, ...pair }: NewRate) =>
        now.some((one) => rateKey(one) === rateKey(pair) && one.id !== last && one.rate === rate)
      return wanted.every(isSet) ? {} : null
    },
    onDone: (_done, wanted) => {
      toast.success({ title: t('rates.done', { count: wanted.length }) })
      void queries.invalidateQueries({ queryKey: [getConsoleRates.path] })
      onDone()
    },
  })
}
