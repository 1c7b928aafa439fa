import { type InboxTicket, type NamedThing, postTicketDispute } from '@partner-office/contracts'
import {
  DISPUTE_KINDS,
  type DisputeKind,
  DISPUTED_PROGRAMMES,
  DISPUTED_ZEROS,
} from '@partner-office/domain'
import { SelectField, TextField } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useTicketAct } from './use-ticket-act.ts'

type StartDisputeProps = { readonly ticket: InboxTicket; readonly onClose: () => void }

/** What the form holds; which of it counts depends on the kind. */
type Typed = {
  readonly id: string
  readonly month: string
  readonly zero: (typeof DISPUTED_ZEROS)[number]
  readonly programme: (typeof DISPUTED_PROGRAMMES)[number]
}

const EMPTY: Typed = {
  id: '',
  month: '',
  zero: DISPUTED_ZEROS[0],
  programme: DISPUTED_PROGRAMMES[0],
}

/** The thing that was typed, as a call names it; null: not whole yet. */
function namedThing(kind: DisputeKind, { id, month, zero, programme }: Typed): NamedThing | null {
  if (kind === 'programme') {
    return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month, bonusType: programme } : null
  }
  if (!/^[1-9]\d{0,14}$/.test(id)) return null
  const number = Number(id)
  switch (kind) {
    case 'record':
      return { recordId: number }
    case 'order':
      return { orderId: number, kind: zero }
    case 'rank':
      return { rankId: number }
    case 'adjustment':
      return { adjustmentId: number }
  }
}

/** Asks what a dispute is about that starts from a ticket, with the text of the ticket. Source: requirements INB-007. */
export function StartDispute({ ticket, onClose }: StartDisputeProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<DisputeKind>('record')
  const [typed, setTyped] = useState(EMPTY)
  const thing = namedThing(kind, typed)
  const act = useStart(ticket, onClose)
  return (
    <FormDialog
      texts={{
        title: t('inbox.dispute'),
        hint: t('inbox.disputeHint'),
        button: t('inbox.dispute'),
        notDone: t('inbox.notDisputed'),
      }}
      act={act}
      roles={postTicketDispute.roles}
      missing={thing === null ? t('inbox.disputeIncomplete') : undefined}
      onSubmit={() => {
        if (thing !== null) act.run(thing)
      }}
      onClose={onClose}
    >
      <KindField kind={kind} onChange={setKind} />
      <ThingFields kind={kind} typed={typed} onChange={setTyped} />
    </FormDialog>
  )
}

type KindFieldProps = {
  readonly kind: DisputeKind
  readonly onChange: (kind: DisputeKind) => void
}

function KindField({ kind, onChange }: KindFieldProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      label={t('inbox.disputeAbout')}
      value={kind}
      onChange={({ target }) => onChange(DISPUTE_KINDS.find((one) => one === target.value) ?? kind)}
    >
      {DISPUTE_KINDS.map((one) => (
        <option key={one} value={one}>
          {t(`disputes.kinds.${one}`)}
        </option>
      ))}
    </SelectField>
  )
}

function useStart(ticket: InboxTicket, onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  return useTicketAct<NamedThing>(ticket, {
    send: (named) =>
      api.call(postTicketDispute, {
        params: { id: String(ticket.id) },
        body: { ...named, version: ticket.version },
      }),
    isDone: ({ disputeId }) => disputeId !== null,
    doneText: t('inbox.done.dispute'),
    onDone,
  })
}

const NUMBERS = {
  record: 'recordId',
  order: 'orderId',
  rank: 'rankId',
  adjustment: 'adjustmentId',
} as const

type ThingFieldsProps = {
  readonly kind: DisputeKind
  readonly typed: Typed
  readonly onChange: (typed: Typed) => void
}

function ThingFields({ kind, typed, onChange }: ThingFieldsProps) {
  const { t } = useTranslation()
  if (kind === 'programme') return <ProgrammeFields typed={typed} onChange={onChange} />
  return (
    <>
      <TextField
        label={t(`inbox.things.${NUMBERS[kind]}`)}
        name="number"
        inputMode="numeric"
        value={typed.id}
        onChange={({ target }) => onChange({ ...typed, id: target.value.trim() })}
      />
      {kind === 'order' && (
        <BonusField
          label={t('inbox.things.bonus')}
          types={DISPUTED_ZEROS}
          value={typed.zero}
          onChange={(zero) => onChange({ ...typed, zero })}
        />
      )}
    </>
  )
}

function ProgrammeFields({ typed, onChange }: Omit<ThingFieldsProps, 'kind'>) {
  const { t } = useTranslation()
  return (
    <>
      <BonusField
        label={t('inbox.things.programme')}
        types={DISPUTED_PROGRAMMES}
        value={typed.programme}
        onChange={(programme) => onChange({ ...typed, programme })}
      />
      <TextField
        label={t('inbox.things.month')}
        name="month"
        maxLength={7}
        value={typed.month}
        onChange={({ target }) => onChange({ ...typed, month: target.value.trim() })}
      />
    </>
  )
}

type BonusFieldProps<Type> = {
  readonly label: string
  readonly types: readonly Type[]
  readonly value: Type
  readonly onChange: (type: Type) => void
}

function BonusField<Type extends Typed['zero'] | Typed['programme']>({
  label,
  types,
  value,
  onChange,
}: BonusFieldProps<Type>) {
  const programmeName = useProgrammeName()
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => onChange(types.find((one) => one === target.value) ?? value)}
    >
      {types.map((one) => (
        <option key={one} value={one}>
          {programmeName(one)}
        </option>
      ))}
    </SelectField>
  )
}
