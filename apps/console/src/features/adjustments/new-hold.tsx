import { getHolds, LONGEST_PARTNER_REASON, postHold } from '@partner-office/contracts'
import { Button, Dialog, SelectField, TextAreaField, TextField, useToast } from '@partner-office/ui'
import { type Form, useForm } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { instantOf } from '../../lib/typed-instant.ts'
import { useConsole } from '../../lib/console.ts'
import { doOnce } from '../../lib/do-once.ts'
import { FormFailure } from '../../shell/form-failure.tsx'
import { AccountField } from '../../parts/adjustments/account-field.tsx'
import { ACCOUNTS } from '../../parts/adjustments/accounts.ts'

const FIELDS = ['partnerId', 'amount', 'recordId', 'until', 'reason', 'internalReason'] as const

/** Holds an amount, or that of a credited line. Source: D-164; requirements ADJ-010. */
export function NewHold({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('holds.add')}
      hint={t('holds.addHint')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      {(close) => <HoldForm onDone={close} />}
    </Dialog>
  )
}

function HoldForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation()
  const [what, setWhat] = useState<What>({ account: ACCOUNTS[0]!.name, of: 'amount' })
  const form = useHold({ ...what, onDone })
  return (
    <form {...form.props} className="stack gap-4">
      <TextField
        label={t('adjustments.partnerNumber')}
        {...form.field('partnerId')}
        {...NUMBER}
        autoFocus
      />
      <WhatFields what={what} onChange={setWhat} form={form} />
      <TextField
        label={t('holds.untilField')}
        hint={t('holds.untilHint')}
        {...form.field('until')}
        type="datetime-local"
      />
      <TextAreaField
        label={t('adjustments.reasonForPartner')}
        hint={t('adjustments.reasonHint')}
        {...form.field('reason')}
        {...REASON}
      />
      <TextAreaField
        label={t('holds.internalReason')}
        hint={t('holds.internalHint')}
        {...form.field('internalReason')}
        required
      />
      <FormFailure form={form} />
      <div className="decision">
        <Button type="submit" variant="primary" busy={form.isSending}>
          {t('holds.submit')}
        </Button>
      </div>
    </form>
  )
}

const REASON = { maxLength: LONGEST_PARTNER_REASON, required: true } as const
const NUMBER = { inputMode: 'numeric', autoComplete: 'off', dir: 'ltr', required: true } as const

/** An amount of an account, or a credited line. */
type What = { readonly account: string; readonly of: 'amount' | 'recordId' }

type WhatFieldsProps = {
  readonly what: What
  readonly onChange: (what: What) => void
  readonly form: Form
}

function WhatFields({ what, onChange, form }: WhatFieldsProps) {
  const { t } = useTranslation()
  const isLine = what.of === 'recordId'
  return (
    <>
      <SelectField
        label={t('holds.what')}
        value={what.of}
        onChange={({ target }) =>
          onChange({ ...what, of: target.value === 'recordId' ? 'recordId' : 'amount' })
        }
      >
        <option value="amount">{t('holds.ofAmount')}</option>
        <option value="recordId">{t('holds.ofLine')}</option>
      </SelectField>
      {!isLine && (
        <AccountField
          account={what.account}
          onChange={(account) => onChange({ ...what, account })}
        />
      )}
      <TextField
        key={what.of}
        label={isLine ? t('adjustments.numbers.recordId') : t('adjustments.amount')}
        {...form.field(what.of)}
        {...NUMBER}
        {...(!isLine && { inputMode: 'decimal' })}
      />
    </>
  )
}

type Placing = What & { readonly onDone: () => void }

function useHold({ account, of, onDone }: Placing) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  const isShown = (field: string) =>
    field !== 'amount' && field !== 'recordId' ? true : field === of
  return useForm({
    fields: FIELDS.filter(isShown),
    required: ['partnerId', of, 'reason', 'internalReason'],
    send: async (values) => {
      const body = bodyOf(values, { account, of })
      const query = { partnerId: String(body.partnerId), state: 'all' } as const
      const known = new Set((await api.call(getHolds, { query })).content.map(({ id }) => id))
      const { id } = await doOnce({
        send: () => api.call(postHold, { body }),
        lookUp: async () => {
          const { content } = await api.call(getHolds, { query })
          return content.find((one) => !known.has(one.id) && one.reason === body.reason) ?? null
        },
      })
      await queries.invalidateQueries({ queryKey: [getHolds.path] })
      toast.success({ title: t('holds.done', { id }) })
      onDone()
    },
  })
}

/** A field of the browser says no zone: what is typed is UTC. */
function bodyOf(values: Readonly<Record<string, string>>, { account, of }: What) {
  const { partnerId = '', reason = '', internalReason = '', until = '' } = values
  const what =
    of === 'recordId'
      ? { recordId: Number(values['recordId']) }
      : { account, amount: (values['amount'] ?? '').trim() }
  return {
    partnerId: Number(partnerId),
    ...what,
    reason: reason.trim(),
    internalReason,
    until: instantOf(until),
  }
}
