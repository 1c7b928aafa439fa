import type { PayoutRoute } from '@partner-office/contracts'
import { decimalsOf, formatUnits } from '@partner-office/domain'
import { Dialog, Note, Switch, Table, TextField } from '@partner-office/ui'
import { Change } from '@partner-office/ui/console'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { amountText } from '../../lib/figures.ts'
import { SubmitRow } from '../../parts/form-dialog.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useProposed } from '../../parts/use-proposed.ts'
import { AddressTrial } from './address-trial.tsx'
import {
  FLAGS,
  proposedTerms,
  samplesOf,
  TEXTS,
  type TypedRoute,
  typedRoute,
} from './route-values.ts'

type RouteFormProps = { readonly route: PayoutRoute; readonly onClose: () => void }

/** Changes the terms of a route: shows what five amounts cost before and after, tries the address pattern, and proposes. */
export function RouteForm({ route, onClose }: RouteFormProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(() => typedRoute(route))
  const [isProposing, setProposing] = useState(false)
  const before = typedRoute(route)
  const isSame = [...FLAGS, ...TEXTS].every((name) => before[name] === typed[name])
  if (isProposing) {
    return (
      <ProposeTerms
        route={route}
        typed={typed}
        onBack={() => setProposing(false)}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      title={`${route.payoutFrom} – ${route.payoutTo}`}
      hint={t('payouts.routes.hint')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSame) setProposing(true)
        }}
      >
        <Fields typed={typed} onType={setTyped} />
        <AddressTrial route={route} addressPattern={typed.addressPattern} />
        <Samples route={route} typed={typed} />
        <SubmitRow missing={isSame ? t('config.unchanged') : undefined}>
          {t('payouts.routes.propose')}
        </SubmitRow>
      </form>
    </Dialog>
  )
}

type ProposeTermsProps = RouteFormProps & {
  readonly typed: TypedRoute
  readonly onBack: () => void
}

function ProposeTerms({ route, typed, onBack, onClose }: ProposeTermsProps) {
  const { t } = useTranslation()
  const onProposed = useProposed(onClose)
  return (
    <ProposeDialog
      title={t('payouts.routes.propose')}
      proposed={{
        kind: 'routes',
        object: `${route.payoutFrom}/${route.payoutTo}`,
        values: proposedTerms(typed),
      }}
      onDone={onProposed}
      onClose={onBack}
    />
  )
}

type FieldsProps = { readonly typed: TypedRoute; readonly onType: (typed: TypedRoute) => void }

function Fields({ typed, onType }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      {FLAGS.map((name) => (
        <Switch
          key={name}
          label={t(`payouts.routes.fields.${name}`)}
          checked={typed[name]}
          onChange={({ target }) => onType({ ...typed, [name]: target.checked })}
        />
      ))}
      {TEXTS.map((name) => (
        <TextField
          key={name}
          label={t(`payouts.routes.fields.${name}`)}
          hint={t(`payouts.routes.hints.${name}`)}
          value={typed[name]}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={256}
          onChange={({ target }) => onType({ ...typed, [name]: target.value })}
        />
      ))}
    </>
  )
}

/** Fee and what is received of five amounts, before and after. Source: requirements PQU-013. */
function Samples({ route, typed }: Pick<RouteFormProps, 'route'> & Pick<FieldsProps, 'typed'>) {
  const { t } = useTranslation()
  const samples = samplesOf(route, typed)
  const { currency } = route
  if (samples === null) return <Note tone="orange">{t('payouts.routes.noSamples')}</Note>
  const coins = (units: bigint) => formatUnits(units, decimalsOf(currency))
  const texts = { before: t('preview.before'), after: t('preview.after') }
  return (
    <Table
      isBare
      caption={t('payouts.routes.samples')}
      columns={[
        { text: t('payouts.amount') },
        { text: t('payouts.fee') },
        { text: t('payouts.receive') },
      ]}
    >
      {samples.map(({ amount, old, next }) => (
        <tr key={String(amount)}>
          <th scope="row">{amountText(coins(amount), currency)}</th>
          <td>
            <Change before={coins(old.fee)} after={coins(next.fee)} texts={texts} />
          </td>
          <td>
            <Change before={coins(old.receive)} after={coins(next.receive)} texts={texts} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
