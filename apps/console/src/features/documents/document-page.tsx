import { getDocument, type ReviewedDocument } from '@partner-office/contracts'
import { KeyValues, Note } from '@partner-office/ui'
import { Box, StateMark } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { countryText } from '../../lib/countries.ts'
import { Instant } from '../../lib/instant.tsx'
import { languageText } from '../../lib/languages.ts'
import { queryOf } from '../../lib/query-of.ts'
import { FileViewer } from '../../parts/files/file-viewer.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { CompareBox } from './compare-box.tsx'
import { DecideBox } from './decide-box.tsx'
import { Changed } from './documents-page.tsx'

/** One document: its files beside the profile, what is suspicious, and the decision. Source: requirements DOC-002 to DOC-004. */
export function DocumentPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { id } = useParams({ from: `/frame${PATHS.document}` })
  const query = useQuery(queryOf(api, getDocument, { params: { id } }))
  const { data } = query
  return (
    <Page
      title={
        data === undefined
          ? t('documents.title', { id })
          : t('documents.one', { type: t(`documents.types.${data.type}`) })
      }
      crumb={{ text: t('menu.documents'), to: PATHS.documents }}
      state={data && <State document={data} />}
      roles={getDocument.roles}
    >
      <Loaded query={query} placeholder={300} titles={{ not_found: 'documents.notFound' }}>
        {(document) => (
          <div className="review">
            <FileViewer
              key={document.id}
              files={document.files}
              onExpired={() => void query.refetch()}
            />
            <div className="stack gap-4">
              <Viewers document={document} />
              <Marks document={document} />
              <About document={document} />
              <CompareBox document={document} />
              <DecideBox key={document.version} document={document} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

type DocumentProps = { readonly document: ReviewedDocument }

function State({ document: { state } }: DocumentProps) {
  const { t } = useTranslation()
  const mark = { PENDING: 'attention', APPROVED: 'good', REJECTED: 'bad' } as const
  return <StateMark state={mark[state]}>{t(`documents.states.${state}`)}</StateMark>
}

function Viewers({ document: { viewers } }: DocumentProps) {
  const { t } = useTranslation()
  if (viewers.length === 0) return null
  return <Note tone="orange">{t('documents.alsoLook', { names: viewers.join(', ') })}</Note>
}

/** Source: requirements DOC-004. */
function Marks({ document: { marks } }: DocumentProps) {
  const { t } = useTranslation()
  return marks.map(({ kind, partner, documentId, state }) => (
    <Note key={`${kind} ${documentId}`} tone="red">
      <b>{t(`documents.marks.${kind}`)}</b> <PartnerName partner={partner} isLink />{' '}
      <Link to={PATHS.document} params={{ id: String(documentId) }} className="link">
        {t('documents.markedDocument', { id: documentId, state: t(`documents.states.${state}`) })}
      </Link>
    </Note>
  ))
}

function About({ document }: DocumentProps) {
  const { t } = useTranslation()
  const { partner, at, birthdate, language, reason, former } = document
  return (
    <Box title={t('documents.about')}>
      <KeyValues
        items={[
          { label: t('orders.partner'), value: <PartnerName partner={partner} isLink /> },
          {
            label: t('documents.country'),
            value: partner.country === '' ? '–' : countryText(partner.country),
          },
          { label: t('documents.birthdate'), value: birthdate || '–' },
          { label: t('documents.language'), value: language === '' ? '–' : languageText(language) },
          { label: t('documents.at'), value: <Instant at={at} isExact /> },
          { label: t('documents.changed'), value: <Changed document={document} /> },
          ...(former === null
            ? []
            : [{ label: t('documents.rejectedBefore'), value: <bdi>{former.reason}</bdi> }]),
          ...(reason === '' ? [] : [{ label: t('documents.reason'), value: <bdi>{reason}</bdi> }]),
        ]}
      />
    </Box>
  )
}
