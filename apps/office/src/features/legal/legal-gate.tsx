import { getLegals, postLegals } from '@partner-office/contracts'
import { Button, Checkbox, GateCard, Logo, Note, Switch } from '@partner-office/ui'
import { codeOf, errorText, ThemeButton } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useDocumentAddress } from '../../lib/legal-files.ts'
import { useOffice } from '../../lib/office.ts'
import { LanguageMenu } from '../../shell/language-menu.tsx'
import { type LegalDocument, legalDocuments, legalNameKey } from './legal-documents.ts'

/** Everything a partner has to accept before the office opens. Source: requirements LEG-001 to LEG-011. */
export function LegalGate() {
  const { t } = useTranslation()
  const { config, startUp } = useOffice()
  const documents = legalDocuments(config)
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const [isAgreed, setAgreed] = useState(false)
  const accept = useAccept()
  const left = documents.length - read.size
  const missing =
    left > 0 ? t('legal.left', { count: left }) : isAgreed ? undefined : t('legal.agreeFirst')

  const setAll = (isOn: boolean): void =>
    setRead(new Set(isOn ? documents.map(({ name }) => name) : []))
  const setOne = (name: string, isOn: boolean): void => {
    const next = new Set(read)
    if (isOn) next.add(name)
    else next.delete(name)
    setRead(next)
  }

  return (
    <GateCard
      header={<GateHead />}
      footer={<LogOut onLogOut={() => void startUp.logOut()} />}
      width={560}
    >
      <div className="stack">
        <h1 className="h1">{t('legal.title')}</h1>
        <p className="dim">{t('legal.text')}</p>
      </div>
      <div className="legal-list">
        <div className="legal-all">
          <Switch
            label={t('legal.all')}
            checked={left === 0}
            onChange={({ target }) => setAll(target.checked)}
          />
        </div>
        <ul>
          {documents.map((document) => (
            <DocumentRow
              key={document.name}
              document={document}
              isRead={read.has(document.name)}
              onChange={(isOn) => setOne(document.name, isOn)}
            />
          ))}
        </ul>
      </div>
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
      {accept.isError && <AcceptError error={accept.error} />}
      <div className="stack">
        <Button
          variant="primary"
          size="lg"
          block
          busy={accept.isPending || accept.isSuccess}
          busyLabel={t('legal.accepting')}
          disabledReason={missing}
          onClick={() => accept.mutate()}
        >
          {t('legal.accept')}
        </Button>
        <p className="meta center">{missing ?? ' '}</p>
      </div>
    </GateCard>
  )
}

function GateHead() {
  const { t } = useTranslation()
  return (
    <>
      <span className="front-brand">
        <Logo />
        <b>{t('common.product')}</b>
      </span>
      <span className="push row">
        <ThemeButton />
        <LanguageMenu />
      </span>
    </>
  )
}

function LogOut({ onLogOut }: { onLogOut: () => void }) {
  const { t } = useTranslation()
  return (
    <p className="meta row center">
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
    <li className="row between">
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

function AcceptError({ error }: { error: Error }) {
  const { i18n } = useTranslation()
  return (
    <Note tone="red" live>
      {errorText(i18n, codeOf(error))}
    </Note>
  )
}

/** Accepting again is accepting. Source: requirements LEG-007 to LEG-010; decisions D-029. */
function useAccept() {
  const { api, config, startUp } = useOffice()
  const params = { product: config.product }
  return useMutation({
    mutationFn: async () => {
      try {
        await api.call('business', postLegals, { params })
      } catch (error) {
        if (codeOf(error) !== 'legals_already_accepted') throw error
        await api.call('business', getLegals, { params })
      }
    },
    onSuccess: startUp.accepted,
  })
}
