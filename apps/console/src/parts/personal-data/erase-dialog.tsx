import { type ConsolePartner, getPartner } from '@partner-office/contracts'
import { Button, Checkbox, Dialog } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../amount.tsx'
import { ProposeDialog } from '../propose-dialog.tsx'
import { useProposed } from '../use-proposed.ts'
import { useRequestsEnded } from './use-requests-ended.ts'

type EraseDialogProps = {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

/** Asks for each payout and balance that stays, then shows what is erased and proposes it. Source: requirements PTR-013. */
export function EraseDialog({ id, name, onClose }: EraseDialogProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [isConfirmed, setConfirmed] = useState(false)
  const partner = useQuery(queryOf(api, getPartner, { params: { id: String(id) } }))
  if (isConfirmed && partner.data !== undefined) {
    return <Propose partner={partner.data} onClose={onClose} />
  }
  return (
    <Dialog
      title={t('personalData.erase')}
      hint={`${name}, ${id}`}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <Loaded query={partner} placeholder={160}>
        {(found) => <Confirm partner={found} onConfirmed={() => setConfirmed(true)} />}
      </Loaded>
    </Dialog>
  )
}

type ConfirmProps = { readonly partner: ConsolePartner; readonly onConfirmed: () => void }

/** Each pending payout and each balance has to be ticked. */
function Confirm({ partner, onConfirmed }: ConfirmProps) {
  const { t } = useTranslation()
  const boxes = useBoxes(partner)
  const { ticked, turn } = useTicked()
  const missing = boxes.every(({ name }) => ticked.has(name))
    ? undefined
    : t('personalData.confirmEach')
  return (
    <form
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === undefined) onConfirmed()
      }}
    >
      <p>{boxes.length === 0 ? t('personalData.nothingOpen') : t('personalData.confirmEach')}</p>
      {boxes.map(({ name, amount }) => (
        <Checkbox
          key={name}
          checked={ticked.has(name)}
          onChange={() => turn(name)}
          label={
            <>
              {name}: <Amount {...amount} />
            </>
          }
        />
      ))}
      <div className="decision">
        <Button type="submit" variant="primary" disabledReason={missing}>
          {t('personalData.goOn')}
        </Button>
      </div>
    </form>
  )
}

/** What stays, by its name. */
function useBoxes(partner: ConsolePartner) {
  const { t } = useTranslation()
  return [
    ...partner.openPayouts.map(({ id, ...amount }) => ({
      name: t('personalData.payout', { id }),
      amount,
    })),
    ...usedBalances(partner).map(({ account, balance, currency }) => ({
      name: t('personalData.balance', { account }),
      amount: { amount: balance, currency },
    })),
  ]
}

function useTicked() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const turn = (name: string): void =>
    setTicked((before) => {
      const after = new Set(before)
      if (!after.delete(name)) after.add(name)
      return after
    })
  return { ticked, turn }
}

const usedBalances = ({ balances }: ConsolePartner): ConsolePartner['balances'] =>
  balances.filter(({ balance }) => /[1-9]/.test(balance))

type ProposeProps = { readonly partner: ConsolePartner; readonly onClose: () => void }

function Propose({ partner, onClose }: ProposeProps) {
  const { t } = useTranslation()
  const onEnded = useRequestsEnded()
  const onDone = useProposed(() => {
    onEnded()
    onClose()
  })
  const values = {
    payouts: partner.openPayouts.map(({ id }) => id),
    accounts: usedBalances(partner).map(({ account }) => account),
  }
  return (
    <ProposeDialog
      title={t('personalData.eraseOf', { name: `${partner.firstName} ${partner.lastName}` })}
      note={t('personalData.cannotBeUndone')}
      proposed={{ kind: 'erasure', object: String(partner.id), values }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
