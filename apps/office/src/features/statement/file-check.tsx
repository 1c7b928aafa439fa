import { Card, Note } from '@partner-office/ui'
import { codeOf, errorText } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { DropZone } from '../../parts/files/drop-zone.tsx'
import { partText } from './part-text.ts'
import { StatementFacts } from './statement-facts.tsx'
import {
  CannotCheck,
  CannotRead,
  type FileFinding,
  type FileVerdict,
  useFileCheck,
} from './use-file-check.ts'

type FileCheckProps = {
  /** The code that opened the page. */
  readonly printedCode: string | null
}

/** Checks the file of a statement, a PDF file or its data, and says what of it was changed. */
export function FileCheck({ printedCode }: FileCheckProps) {
  const { t } = useTranslation()
  const check = useFileCheck()
  return (
    <Card title={t('statement.byFile')}>
      <DropZone
        label={t('statement.file')}
        text={t('statement.drop')}
        hint={t('statement.dropHint')}
        icon="file"
        accept=".pdf,.json,application/pdf,application/json"
        onFiles={([file]) => file !== undefined && check.mutate(file)}
      />
      {check.isPending && <Note live>{t('statement.checking')}</Note>}
      {check.isError && <CheckFailed error={check.error} />}
      {check.isSuccess && <Verdict verdict={check.data} printedCode={printedCode} />}
    </Card>
  )
}

function CheckFailed({ error }: { readonly error: Error }) {
  const { t, i18n } = useTranslation()
  const text = () => {
    if (error instanceof CannotCheck) return t('statement.cannotCheck')
    return error instanceof CannotRead ? t('statement.cannotRead') : errorText(i18n, codeOf(error))
  }
  return (
    <Note tone="red" live>
      {text()}
    </Note>
  )
}

type VerdictProps = { readonly verdict: FileVerdict; readonly printedCode: string | null }

function Verdict({ verdict: { name, valid, findings }, printedCode }: VerdictProps) {
  const { t } = useTranslation()
  if (valid === null) return <Changed name={name} findings={findings} />
  const isOther = printedCode !== null && printedCode !== valid.code
  return (
    <>
      <Note tone="green" live>
        <p className="medium-weight">{t('statement.fileValid')}</p>
        <p>
          <bdi className="statement-hash">{name}</bdi>
        </p>
      </Note>
      {isOther && <Note tone="orange">{t('statement.otherStatement')}</Note>}
      <StatementFacts {...valid} />
    </>
  )
}

type ChangedProps = { readonly name: string; readonly findings: readonly FileFinding[] }

/** Findings beyond this number are only counted. */
const MOST_FINDINGS = 10

function Changed({ name, findings }: ChangedProps) {
  const { t } = useTranslation()
  const more = findings.length - MOST_FINDINGS
  return (
    <Note tone="red" live>
      <p className="medium-weight">{t('statement.fileChanged')}</p>
      <p>
        <bdi className="statement-hash">{name}</bdi>
      </p>
      <ul className="statement-findings">
        {findings.slice(0, MOST_FINDINGS).map((finding) => (
          <li key={`${finding.code} ${finding.part}`}>
            <FindingText {...finding} />
          </li>
        ))}
        {more > 0 && <li>{t('statement.moreFindings', { count: more })}</li>}
      </ul>
    </Note>
  )
}

/** What is wrong, and where. */
function FindingText({ code, part }: FileFinding) {
  const { t } = useTranslation()
  if (code !== 'part_changed' && code !== 'parts_changed') return t(`statement.finding.${code}`)
  return t(`statement.finding.${code}`, { part: partText(t, part) })
}
