import type { ReviewedDocument } from '@partner-office/contracts'
import { compareLetters, likenessOf, type LetterRun } from '@partner-office/domain'
import { Table } from '@partner-office/ui'
import { Box, StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

const MARKS = { same: 'good', similar: 'attention', different: 'bad' } as const

/** What the partner entered for the document, letter by letter beside the profile. Source: requirements DOC-002. */
export function CompareBox({ document: { fields } }: { readonly document: ReviewedDocument }) {
  const { t } = useTranslation()
  return (
    <Box title={t('documents.compare')} detail={t('documents.compareHint')} isFlush>
      <Table
        caption={t('documents.compare')}
        columns={[
          { text: t('documents.field') },
          { text: t('documents.entered') },
          { text: t('documents.profile') },
          { text: t('documents.likeness') },
        ]}
      >
        {fields.map(({ field, sent, profile }) => (
          <tr key={field}>
            <th scope="row">{t(`documents.fields.${field as 'name'}`)}</th>
            <Values sent={sent} profile={profile} />
          </tr>
        ))}
      </Table>
    </Box>
  )
}

type ValuesProps = { readonly sent: string; readonly profile: string | null }

function Values({ sent, profile }: ValuesProps) {
  const { t } = useTranslation()
  if (profile === null) {
    return (
      <>
        <td>
          <bdi>{sent}</bdi>
        </td>
        <td>–</td>
        <td className="muted">{t('documents.notInProfile')}</td>
      </>
    )
  }
  const { one, other } = compareLetters(sent, profile)
  const likeness = likenessOf(sent, profile)
  return (
    <>
      <td>
        <Letters runs={one} />
      </td>
      <td>
        <Letters runs={other} />
      </td>
      <td>
        <StateMark state={MARKS[likeness]}>{t(`documents.likenesses.${likeness}`)}</StateMark>
      </td>
    </>
  )
}

function Letters({ runs }: { readonly runs: readonly LetterRun[] }) {
  if (runs.length === 0) return '–'
  return (
    <bdi>
      {runs.map(({ text, isSame }, at) =>
        isSame ? <span key={at}>{text}</span> : <mark key={at}>{text}</mark>,
      )}
    </bdi>
  )
}
