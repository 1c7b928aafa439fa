import type { Verification } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { AccountPage } from './account-page.tsx'
import { DocumentRow } from './document-row.tsx'
import { LoadedCard } from './loaded-card.tsx'
import { useUser, useVerifications } from './queries.ts'

type DocumentType = Verification['documentType']

/** All documents, the passport first. Source: decisions D-007, D-114; VER-007. */
export function PassportPage() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('verification.title')} lead={t('verification.lead')}>
      <Documents types={['PASSPORT', 'ADDRESS', 'PHONE', 'COMPANY']} />
    </AccountPage>
  )
}

/** The proof of the address. */
export function AddressPage() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('account.address')} lead={t('verification.addressLead')}>
      <Documents types={['ADDRESS']} />
    </AccountPage>
  )
}

/** The phone number and the company. */
export function AdditionalPage() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('account.additional')} lead={t('verification.additionalLead')}>
      <Documents types={['PHONE', 'COMPANY']} />
    </AccountPage>
  )
}

/** Where a partner proves the own identity again, so that the account goes on. Source: decisions D-009. */
export function ResumePage() {
  const { t } = useTranslation()
  return (
    <AccountPage title={t('resume.title')} lead={t('resume.lead')}>
      <Documents types={['PASSPORT']} />
    </AccountPage>
  )
}

type DocumentsProps = { readonly types: readonly DocumentType[] }

function Documents({ types }: DocumentsProps) {
  const user = useUser()
  const verifications = useVerifications()
  const rows = types.length
  return (
    <LoadedCard query={verifications} failed="verification.failed" rows={rows}>
      {(documents) => (
        <LoadedCard query={user} failed="general.failed" rows={rows}>
          {({ id }) => <DocumentList types={types} documents={documents} accountId={id} />}
        </LoadedCard>
      )}
    </LoadedCard>
  )
}

type DocumentListProps = DocumentsProps & {
  readonly documents: readonly Verification[]
  readonly accountId: number
}

function DocumentList({ types, documents, accountId }: DocumentListProps) {
  const { t } = useTranslation()
  return (
    <section className="card flush" aria-label={t('verification.documents')}>
      {types.flatMap((type) =>
        documents
          .filter(({ documentType }) => documentType === type)
          .map((document) => <DocumentRow key={type} document={document} accountId={accountId} />),
      )}
    </section>
  )
}
