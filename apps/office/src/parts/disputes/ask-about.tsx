import { type Dispute, postDispute } from '@partner-office/contracts'
import { isOpenDispute, LONGEST_DISPUTE_TEXT } from '@partner-office/domain'
import { Button, Dialog, Note, TextAreaField } from '@partner-office/ui'
import { errorText, type Form, useForm } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { AppLink } from '../../lib/navigation/app-link.tsx'
import { useOffice } from '../../lib/session/office.ts'
import { PATHS } from '../../paths.ts'
import { type AskedThing, DISPUTES_KEY, isAbout, knownDisputesQuery } from './dispute-queries.ts'

type AskProps = {
  readonly thing: AskedThing
  /** What is shown above the form in a window of its own; without it the form stands below the explanation. */
  readonly children?: ReactNode
}

/** Asks about what is explained, or leads to the question that was asked. Source: requirements DSP-001, DSP-010. */
export function AskAbout({ thing, children }: AskProps) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const [isAsking, setAsking] = useState(false)
  const known = useQuery(knownDisputesQuery(api))
  const asked = known.data?.content.find((dispute) => isAbout(dispute, thing))
  const form = <AskForm thing={thing} onSent={() => setAsking(false)} />
  return (
    <div className="stack gap-3">
      {asked !== undefined && <Asked dispute={asked} />}
      {(asked === undefined || !isOpenDispute(asked.state)) && !isAsking && (
        <p>
          <Button size="sm" icon="help" onClick={() => setAsking(true)}>
            {t('disputes.ask')}
          </Button>
        </p>
      )}
      {isAsking && children === undefined && form}
      {isAsking && children !== undefined && (
        <Dialog
          title={t('disputes.ask')}
          closeLabel={t('common.close')}
          onClose={() => setAsking(false)}
        >
          <div className="stack gap-4">
            {children}
            {form}
          </div>
        </Dialog>
      )}
    </div>
  )
}

function Asked({ dispute: { id } }: { readonly dispute: Dispute }) {
  const { t } = useTranslation()
  return (
    <p>
      <AppLink to={PATHS.disputes} className="link">
        {t('disputes.asked', { number: id })}
      </AppLink>
    </p>
  )
}

/** Codes of refusals that mean something else here than in other forms. */
const OWN_TEXTS = {
  not_unique: 'disputes.alreadyAsked',
  too_late: 'disputes.tooLate',
  too_many_requests: 'disputes.tooMany',
} as const

type FormProps = { readonly thing: AskedThing; readonly onSent: () => void }

function AskForm({ thing, onSent }: FormProps) {
  const { t } = useTranslation()
  const { api, queries } = useOffice()
  const form = useForm({
    fields: ['text'],
    send: async ({ text = '' }) => {
      await api.call('business', postDispute, { body: { ...thing, text } })
      await queries.invalidateQueries({ queryKey: DISPUTES_KEY })
      onSent()
    },
  })
  return (
    <form {...form.props} className="stack gap-4">
      <TextAreaField
        label={t('disputes.text')}
        hint={t('disputes.textHint')}
        {...form.field('text')}
        maxLength={LONGEST_DISPUTE_TEXT}
        rows={5}
        autoFocus
        required
      />
      <p className="meta">{t('disputes.askHint')}</p>
      <Refused form={form} />
      <div className="in-row wrap">
        <Button type="submit" variant="primary" busy={form.isSending}>
          {t('disputes.send')}
        </Button>
      </div>
    </form>
  )
}

function Refused({ form: { codes } }: { readonly form: Form }) {
  const { t, i18n } = useTranslation()
  if (codes.length === 0) return null
  const isOwn = (code: string): code is keyof typeof OWN_TEXTS => code in OWN_TEXTS
  return (
    <Note tone="red" live>
      {codes.map((code) => (
        <p key={code}>{isOwn(code) ? t(OWN_TEXTS[code]) : errorText(i18n, code)}</p>
      ))}
    </Note>
  )
}
