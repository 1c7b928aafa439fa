import { getLegals, postLegals } from '@partner-office/contracts'
import { Button, Checkbox, GateCard, Switch } from '@partner-office/ui'
import {
  codeOf,
  type Form,
  FormNote,
  GateHeader,
  useDocumentTitle,
  useForm,
  useHeadingFocus,
} from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useDocumentAddress } from '../../lib/configuration/legal-files.ts'
import { useOffice } from '../../lib/session/office.ts'
import { OfficeLanguages } from '../../shell/office-languages.tsx'
import { type LegalDocument, legalDocuments, legalNameKey } from './legal-documents.ts'

/** The documents that a partner has to accept before the office opens. Source: requirements LEG-001 to LEG-011. */
export function LegalGate() {
  const { t } = useTranslation()
  const { config, startUp } = useOffice()
  const documents = legalDocuments(config)
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const [isAgreed, setAgreed] = useState(false)
  useDocumentTitle(t('legal.title'), 'subject')
  const heading = useHeadingFocus()
  const unread = documents.length - read.size
  const missing =
    unread > 0 ? t('legal.left', { count: unread }) : isAgreed ? undefined : t('legal.agreeFirst')
  const form = useAccept(missing === undefined)
  return (
    <GateCard
      header={<GateHeader className={HEADER} languageMenu={<OfficeLanguages />} />}
      footer={<LogOut onLogOut={() => void startUp.logOut()} />}
      width={560}
    >
      <div className="stack">
        <h1 ref={heading} tabIndex={-1} className="heading-1">
          {t('legal.title')}
        </h1>
        <p className="subdued">{t('legal.text')}</p>
      </div>
      <DocumentList documents={documents} read={read} onChange={setRead} />
      <Switch
        label={
          <>
            {t('legal.agree')}
            <span className="meta block">{t('legal.agreeText')}</span>
          </>
        }
        checked={isAgreed}
        onChange={({ target }) => setAgreed(target.checked)}
      />
      <FormNote form={form} />
      <Accept form={form} missing={missing} />
    </GateCard>
  )
}

type ListProps = {
  readonly documents: readonly LegalDocument[]
  readonly read: ReadonlySet<string>
  readonly onChange: (read: ReadonlySet<string>) => void
}

/** The documents, each with a checkbox, and a switch for all of them. */
function DocumentList({ documents, read, onChange }: ListProps) {
  const { t } = useTranslation()
  const names = documents.map(({ name }) => name)
  return (
    <div className="legal-list">
      <div className="legal-all">
        <Switch
          label={t('legal.all')}
          checked={read.size === documents.length}
          onChange={({ target }) => onChange(new Set(target.checked ? names : []))}
        />
      </div>
      <ul>
        {documents.map((document) => (
          <DocumentRow
            key={document.name}
            document={document}
            isRead={read.has(document.name)}
            onChange={(isRead) => {
              const others = new Set([...read].filter((name) => name !== document.name))
              onChange(isRead ? others.add(document.name) : others)
            }}
          />
        ))}
      </ul>
    </div>
  )
}

type AcceptProps = { readonly form: Form; readonly missing: string | undefined }

/** The button that accepts; `missing` says why it cannot be pressed yet. */
function Accept({ form, missing }: AcceptProps) {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <Button
        variant="primary"
        size="lg"
        block
        busy={form.isBusy}
        busyLabel={t('legal.accepting')}
        disabledReason={missing}
        onClick={() => form.submit({})}
      >
        {t('legal.accept')}
      </Button>
      <p className="meta center">{missing ?? ' '}</p>
    </div>
  )
}

const HEADER = { brand: 'front-brand', buttons: 'push in-row' }

function LogOut({ onLogOut }: { onLogOut: () => void }) {
  const { t } = useTranslation()
  return (
    <p className="meta in-row center">
      {t('legal.disagree')}
      <Button variant="ghost" size="sm" onClick={onLogOut}>
        {t('common.logOut')}
      </Button>
    </p>
  )
}

type RowProps = {
  readonly document: LegalDocument
  readonly isRead: boolean
  readonly onChange: (isOn: boolean) => void
}

function DocumentRow({ document: { name, file }, isRead, onChange }: RowProps) {
  const { t, i18n } = useTranslation()
  const addressOf = useDocumentAddress()
  const key = legalNameKey(name)
  const label: string = i18n.exists(key) ? t(key) : name
  return (
    <li className="in-row between">
      <Checkbox
        label={label}
        checked={isRead}
        onChange={({ target }) => onChange(target.checked)}
      />
      <a
        className="link"
        href={addressOf(file)}
        target="_blank"
        rel="noreferrer"
        aria-label={t('legal.readNamed', { document: label })}
      >
        {t('legal.read')}
      </a>
    </li>
  )
}

/** Accepts the documents. If they are accepted already, that counts as success. Source: requirements LEG-007 to LEG-010; decisions D-029. */
function useAccept(isReady: boolean): Form {
  const { api, config, startUp } = useOffice()
  const params = { product: config.product }
  return useForm({
    fields: [],
    isReady,
    send: async () => {
      try {
        await api.call('business', postLegals, { params })
      } catch (error) {
        if (codeOf(error) !== 'legals_already_accepted') throw error
        await api.call('business', getLegals, { params })
      }
      startUp.accepted()
    },
  })
}
