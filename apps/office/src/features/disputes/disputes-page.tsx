import { type Dispute, type DisputeEntry, getDisputes } from '@partner-office/contracts'
import { Button, Chip, type ChipTone, EmptyNotice, SkeletonRows } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/formats/use-format.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { useOffice } from '../../lib/session/office.ts'
import { Reason } from '../../parts/adjustments/reason.tsx'
import { SignedAmount } from '../../parts/bonus/signed-amount.tsx'
import { DISPUTES_KEY } from '../../parts/disputes/dispute-queries.ts'
import { Moment } from '../../parts/figures/moment.tsx'
import { useHistoryPages } from '../../parts/states/use-history-pages.ts'
import { Paged } from '../../parts/states/paged.tsx'
import { PATHS } from '../../paths.ts'
import { ActDialog } from './act-dialog.tsx'
import { useThingText } from './use-thing-text.ts'

const TONES: Readonly<Record<Dispute['state'], ChipTone>> = {
  OPEN: 'orange',
  QUESTION: 'red',
  ANSWERED: 'green',
  CORRECTED: 'green',
  WITHDRAWN: 'grey',
}

/** The partner's questions about bonuses, ranks and adjustments, with the answers. Source: requirements DSP-010. */
export function DisputesPage() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const list = useHistoryPages<Dispute>([...DISPUTES_KEY, 'list'], (page, signal) =>
    api.call('business', getDisputes, { query: { page: String(page) }, signal }),
  )
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t('disputes.title')}</h1>
          <p className="meta">{t('disputes.hint')}</p>
        </div>
      </div>
      <Paged
        list={list}
        placeholder={<SkeletonRows rows={4} height={120} />}
        empty={
          <EmptyNotice isCard title={t('disputes.nothing')} hint={t('disputes.nothingHint')} />
        }
      >
        {(rows) => (
          <div className="stack gap-5">
            {rows.map((dispute) => (
              <Question key={dispute.id} dispute={dispute} />
            ))}
          </div>
        )}
      </Paged>
    </>
  )
}

type DisputeProps = { readonly dispute: Dispute }

function Question({ dispute }: DisputeProps) {
  const { t } = useTranslation()
  const { instantText } = useFormat()
  const thingText = useThingText()
  const { id, thing, state, dueAt, entries } = dispute
  const headId = `question-${id}`
  return (
    <section className="card stack gap-3" aria-labelledby={headId}>
      <div className="in-row between wrap">
        <h2 className="heading-3" id={headId}>
          {t('disputes.number', { number: id })}
        </h2>
        <Chip tone={TONES[state]}>{t(`disputes.state.${state}`)}</Chip>
      </div>
      <p className="medium-weight">
        <bdi>{thingText(thing)}</bdi>
      </p>
      {dueAt !== null && (
        <p className="meta">{t('disputes.dueAt', { time: instantText(dueAt) })}</p>
      )}
      <ol className="boxed list">
        {entries.map((entry) => (
          <Entry key={`${entry.kind} ${entry.at}`} entry={entry} />
        ))}
      </ol>
      <Corrections dispute={dispute} />
      <Acts dispute={dispute} />
    </section>
  )
}

/** A text of one side; withdrawing needs none. */
function Entry({ entry: { at, from, text } }: { readonly entry: DisputeEntry }) {
  const { t } = useTranslation()
  return (
    <li className="stack gap-1">
      <div className="in-row between wrap">
        <span className="medium-weight">
          {t(from === 'partner' ? 'disputes.you' : 'support.title')}
        </span>
        <span className="meta">
          <Moment at={at} />
        </span>
      </div>
      {text !== '' && <Reason text={text} />}
    </li>
  )
}

function Corrections({ dispute: { corrections } }: DisputeProps) {
  const { t } = useTranslation()
  if (corrections.length === 0) return null
  return (
    <ul>
      {corrections.map(({ adjustmentId, amount, currency }) => (
        <li key={adjustmentId} className="in-row between wrap">
          <AppLink to={PATHS.bonusAdjustments} className="link">
            {t('adjustments.number', { number: adjustmentId })}
          </AppLink>
          <SignedAmount amount={amount} currency={currency} />
        </li>
      ))}
    </ul>
  )
}

function Acts({ dispute: { id, acts } }: DisputeProps) {
  const { t } = useTranslation()
  const [act, setAct] = useState<Dispute['acts'][number] | null>(null)
  if (acts.length === 0) return null
  return (
    <div className="in-row wrap">
      {acts.map((each) => (
        <Button
          key={each}
          size="sm"
          variant={each === 'reply' ? 'primary' : 'secondary'}
          onClick={() => setAct(each)}
        >
          {t(`disputes.${each}`)}
        </Button>
      ))}
      {act !== null && <ActDialog id={id} act={act} onClose={() => setAct(null)} />}
    </div>
  )
}
