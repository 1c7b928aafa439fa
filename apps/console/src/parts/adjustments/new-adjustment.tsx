import {
  type AdjustmentLine,
  type FullDispute,
  LONGEST_PARTNER_REASON,
  postProposalPreview,
} from '@partner-office/contracts'
import { ADJUSTMENT_KINDS } from '@partner-office/domain'
import { Button, Checkbox, Dialog, SelectField, TextAreaField, TextField } from '@partner-office/ui'
import { type Form, useForm } from '@partner-office/web'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { ProposeDialog } from '../propose-dialog.tsx'
import type { Proposed } from '../use-propose.ts'
import { useProposed } from '../use-proposed.ts'
import { FormFailure } from '../../shell/form-failure.tsx'
import { AccountField } from './account-field.tsx'
import { ACCOUNTS } from './accounts.ts'

/** What an adjustment can be about. */
const CAUSES = ['recordId', 'orderId', 'rankId', 'holdId'] as const
type Cause = (typeof CAUSES)[number]

/** The service names the fields of a line by its place. */
const FIELD = {
  partnerId: 'lines.0.partnerId',
  amount: 'lines.0.amount',
  reason: 'reason',
  cause: 'cause',
} as const

/** What an adjustment is filled with that corrects a dispute. Source: requirements DSP-007. */
type Filled = FullDispute['correction']

type NewAdjustmentProps = {
  readonly filled?: Filled
  /** Whose balance, where the page that asks knows it. */
  readonly partnerId?: string | undefined
  readonly onClose: () => void
}

/** Asks for an adjustment, shows what it would do, and proposes it. Source: requirements ADJ-001 to ADJ-004. */
export function NewAdjustment({ filled, partnerId, onClose }: NewAdjustmentProps) {
  const { t } = useTranslation()
  const [proposed, setProposed] = useState<Proposed | null>(null)
  const onDone = useProposed(onClose)
  if (proposed !== null) {
    return (
      <ProposeDialog
        title={t('adjustments.propose')}
        proposed={proposed}
        onDone={onDone}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      title={t('adjustments.add')}
      hint={t('adjustments.addHint')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <AdjustmentForm filled={filled ?? null} partnerId={partnerId} onChecked={setProposed} />
    </Dialog>
  )
}

type Choices = {
  readonly account: string
  readonly direction: AdjustmentLine['direction']
  readonly kind: AdjustmentLine['kind']
  readonly about: Cause | ''
  readonly mayGoNegative: boolean
}

const FIRST: Choices = {
  account: ACCOUNTS[0]!.name,
  direction: 'credit',
  kind: 'mistake',
  about: '',
  mayGoNegative: false,
}

type FormProps = Pick<NewAdjustmentProps, 'partnerId'> & {
  readonly filled: Filled | null
  readonly onChecked: (proposed: Proposed) => void
}

/** The choices of a correction: the account may be one of several. */
function choicesOf(filled: Filled): Choices {
  const about = CAUSES.find((cause) => cause !== 'holdId' && filled[cause] !== null) ?? ''
  return { ...FIRST, account: filled.account ?? FIRST.account, kind: 'dispute', about }
}

function AdjustmentForm({ filled, partnerId, onChecked }: FormProps) {
  const { t } = useTranslation()
  const [choices, setChoices] = useState(filled === null ? FIRST : choicesOf(filled))
  const form = useCheck(choices, filled?.disputeId ?? null, onChecked)
  const choose = (changes: Partial<Choices>): void => {
    setChoices((before) => ({ ...before, ...changes }))
    form.changed('choices')
  }
  return (
    <form {...form.props} className="stack gap-4">
      <PartnerField form={form} filled={filled} partnerId={partnerId} />
      <ChoiceFields choices={choices} onChange={choose} />
      <AmountField form={form} />
      <CauseFields choices={choices} form={form} filled={filled} onChange={choose} />
      <TextAreaField
        label={t('adjustments.reasonForPartner')}
        hint={t('adjustments.reasonHint')}
        {...form.field(FIELD.reason)}
        maxLength={LONGEST_PARTNER_REASON}
        required
      />
      {choices.direction === 'debit' && (
        <Checkbox
          label={t('adjustments.mayGoNegative')}
          checked={choices.mayGoNegative}
          onChange={({ target }) => choose({ mayGoNegative: target.checked })}
        />
      )}
      <FormFailure form={form} />
      <div className="decision">
        <Button type="submit" variant="primary" busy={form.isSending}>
          {t('adjustments.check')}
        </Button>
      </div>
    </form>
  )
}

type PartnerFieldProps = Pick<CauseProps, 'form' | 'filled'> & Pick<NewAdjustmentProps, 'partnerId'>

function PartnerField({ form, filled, partnerId }: PartnerFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('adjustments.partnerNumber')}
      {...form.field(FIELD.partnerId)}
      defaultValue={filled?.partnerId ?? partnerId}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      autoFocus
      required
    />
  )
}

function AmountField({ form }: Pick<CauseProps, 'form'>) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('adjustments.amount')}
      hint={t('adjustments.amountHint')}
      {...form.field(FIELD.amount)}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      required
    />
  )
}

type ChoiceProps = {
  readonly choices: Choices
  readonly onChange: (changes: Partial<Choices>) => void
}

function ChoiceFields({ choices, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <>
      <SelectField
        label={t('adjustments.direction')}
        value={choices.direction}
        onChange={({ target }) =>
          onChange({ direction: target.value === 'debit' ? 'debit' : 'credit' })
        }
      >
        {(['credit', 'debit'] as const).map((direction) => (
          <option key={direction} value={direction}>
            {t(`adjustments.directions.${direction}`)}
          </option>
        ))}
      </SelectField>
      <AccountField account={choices.account} onChange={(account) => onChange({ account })} />
      <SelectField
        label={t('adjustments.kind')}
        value={choices.kind}
        onChange={({ target }) =>
          onChange({ kind: ADJUSTMENT_KINDS.find((kind) => kind === target.value) ?? 'other' })
        }
      >
        {ADJUSTMENT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`adjustments.kinds.${kind}`)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

type CauseProps = ChoiceProps & Pick<FormProps, 'filled'> & { readonly form: Form }

function CauseFields({ choices, form, filled, onChange }: CauseProps) {
  const { t } = useTranslation()
  const { about } = choices
  return (
    <>
      <SelectField
        label={t('adjustments.about')}
        value={about}
        onChange={({ target }) =>
          onChange({ about: CAUSES.find((cause) => cause === target.value) ?? '' })
        }
      >
        <option value="">{t('adjustments.causes.none')}</option>
        {CAUSES.map((cause) => (
          <option key={cause} value={cause}>
            {t(`adjustments.causes.${cause}`)}
          </option>
        ))}
      </SelectField>
      {about !== '' && (
        <TextField
          label={t(`adjustments.numbers.${about}`)}
          {...form.field(FIELD.cause)}
          defaultValue={filled?.recordId ?? filled?.orderId ?? filled?.rankId ?? undefined}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          required
        />
      )}
    </>
  )
}

/** The service looks at the line first, so that what is wrong stands at its field. */
function useCheck(
  choices: Choices,
  disputeId: number | null,
  onChecked: (proposed: Proposed) => void,
): Form {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { about } = choices
  const form = useForm({
    fields: [FIELD.partnerId, FIELD.amount, FIELD.reason, ...(about === '' ? [] : [FIELD.cause])],
    apart: ['choices', ...(about === '' ? [] : [`lines.0.${about}`])],
    send: async (values) => {
      const proposed = proposedOf({ ...choices, disputeId }, values, t)
      await api.call(postProposalPreview, { body: proposed })
      onChecked(proposed)
    },
  })
  // The number of what it is about has one field, whatever it is.
  const error = about === '' ? undefined : form.errorOf(`lines.0.${about}`)
  return {
    ...form,
    field: (name) =>
      name === FIELD.cause
        ? { ...form.field(name), error: form.errorOf(name) ?? error }
        : form.field(name),
  }
}

function proposedOf(
  {
    account,
    direction,
    kind,
    about,
    mayGoNegative,
    disputeId,
  }: Choices & { readonly disputeId: number | null },
  values: Readonly<Record<string, string>>,
  t: TFunction,
): Proposed {
  const partnerId = values[FIELD.partnerId]!.trim()
  const line = {
    partnerId: Number(partnerId),
    account,
    direction,
    amount: values[FIELD.amount]!.trim(),
    kind,
    reason: values[FIELD.reason]!.trim(),
    ...(disputeId !== null && { disputeId }),
    ...(about !== '' && { [about]: Number(values[FIELD.cause]) }),
  }
  const object = t('adjustments.object', { partner: partnerId })
  return { kind: 'adjustment', object, values: { lines: [line], mayGoNegative } }
}
