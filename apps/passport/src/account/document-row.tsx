import type { Verification } from '@partner-office/contracts'
import { Button, Chip, type ChipTone, type IconName, Note } from '@partner-office/ui'
import { Fragment, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { timeText } from '../lib/time-text.ts'
import { useCountries } from '../lib/use-countries.ts'
import { DocumentForm } from './document-form.tsx'
import { useDocumentDraft } from './document-draft.ts'

const STATES = {
  NONE: { tone: 'grey-stroke' },
  PENDING: { tone: 'orange', icon: 'clock' },
  APPROVED: { tone: 'green', icon: 'done' },
  REJECTED: { tone: 'red', icon: 'failed' },
} as const satisfies Record<Verification['status'], { tone: ChipTone; icon?: IconName }>

type DocumentRowProps = { readonly document: Verification; readonly accountId: number }

/** One document: its state, what was sent or proven, and the form that sends it. A form with a draft is open. */
export function DocumentRow({ document, accountId }: DocumentRowProps) {
  const { t } = useTranslation()
  const { documentType, status, updatedAt, reason } = document
  const draft = useDocumentDraft(accountId, documentType)
  const [isOpen, setOpen] = useState(draft.isKept)
  const isForm = status === 'REJECTED' || (status === 'NONE' && isOpen)
  // Each of the partner's steps ends what had the focus: reading goes on with the heading.
  const heading = useRef<HTMLHeadingElement>(null)
  const readOn = () => heading.current?.focus()
  const titleId = `document-${documentType}`
  return (
    <section className="document" aria-labelledby={titleId}>
      <div className="in-row between gap-4">
        <span className="grow">
          <h2 ref={heading} tabIndex={-1} className="heading-2" id={titleId}>
            {t(`document.${documentType}`)}
          </h2>
          <span className="meta">{t(`document.${documentType}.hint`)}</span>
        </span>
        <Chip {...STATES[status]}>{t(`document.${status}`)}</Chip>
      </div>
      {status === 'APPROVED' && <Proven document={document} />}
      {status === 'PENDING' && (
        <p className="meta">{t('document.sentAt', { time: timeText(updatedAt) })}</p>
      )}
      {status === 'REJECTED' && <Rejected reason={reason ?? ''} />}
      {status === 'NONE' && !isOpen && (
        <div>
          <Button
            size="sm"
            onClick={() => {
              setOpen(true)
              readOn()
            }}
          >
            {t('document.start')}
          </Button>
        </div>
      )}
      {isForm && <DocumentForm document={document} draft={draft} onSent={readOn} />}
    </section>
  )
}

function Proven({ document: { fields, updatedAt } }: { document: Verification }) {
  const { t } = useTranslation()
  const countries = useCountries({ enabled: fields.country?.verified === true })
  const nameOf = (code: string) => countries.data?.find((one) => one.code === code)?.label ?? code
  const proven = Object.entries(fields).flatMap(([name, field]) =>
    field?.verified === true ? [{ name, value: field.value }] : [],
  )
  return (
    <p className="meta">
      {/* Facts of a document are no words of a sentence: a dot separates them in every script. */}
      {proven.map(({ name, value }) => (
        <Fragment key={name}>
          <bdi>{name === 'country' ? nameOf(value) : value}</bdi>
          {' · '}
        </Fragment>
      ))}
      {t('document.approvedAt', { time: timeText(updatedAt) })}
    </p>
  )
}

function Rejected({ reason }: { reason: string }) {
  const { t } = useTranslation()
  return (
    <Note tone="red">
      <p>
        <b>
          <bdi>{reason}</bdi>
        </b>{' '}
        {t('document.rejectedHint')}
      </p>
    </Note>
  )
}
