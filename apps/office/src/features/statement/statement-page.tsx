import { getStatementCheck } from '@partner-office/contracts'
import { Card, Note } from '@partner-office/ui'
import { CallFailed, Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { PATHS } from '../../paths.ts'
import { FileCheck } from './file-check.tsx'
import { OfflineCheck } from './offline-check.tsx'
import { StatementFacts } from './statement-facts.tsx'
import './statement.css'

/** The public page that checks monthly statements, by their printed code or by their file. Source: decisions/0012-statements.md. */
export function StatementPage() {
  const { t } = useTranslation()
  const { code } = useParams({ from: PATHS.statement })
  return (
    <div className="statement stack gap-5">
      <div className="stack gap-1">
        <h1 className="heading-1">{t('statement.title')}</h1>
        <p className="meta">{t('statement.hint')}</p>
      </div>
      {code !== undefined && <CodeCheck key={code} code={code} />}
      <FileCheck printedCode={code ?? null} />
      <OfflineCheck />
    </div>
  )
}

/** What the office knows of the statement behind a printed code. */
function CodeCheck({ code }: { readonly code: string }) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const query = useQuery({
    queryKey: ['statement', code],
    queryFn: ({ signal }) =>
      api.call('business', getStatementCheck, { params: { code }, signal, quiet: true }),
  })
  const isUnknown = query.error instanceof CallFailed && query.error.code === 'not_found'
  return (
    <Card title={t('statement.byCode')}>
      {isUnknown ? (
        <UnknownCode code={code} />
      ) : (
        <Loaded query={query} placeholder={480}>
          {(statement) => (
            <>
              <Note tone="green" live>
                <p className="medium-weight">{t('statement.valid')}</p>
                <p>{t('statement.compare')}</p>
              </Note>
              <StatementFacts code={code} statement={statement} />
            </>
          )}
        </Loaded>
      )}
    </Card>
  )
}

function UnknownCode({ code }: { readonly code: string }) {
  const { t } = useTranslation()
  return (
    <Note tone="red" live>
      <p className="medium-weight">{t('statement.unknownCode')}</p>
      <p>{t('statement.unknownCodeHint')}</p>
      <p>
        <bdi className="mono statement-hash">{code}</bdi>
      </p>
    </Note>
  )
}
