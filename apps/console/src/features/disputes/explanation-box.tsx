import type { FullDispute } from '@partner-office/contracts'
import { Checkbox, Note, Table } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type BoxProps = {
  readonly dispute: Pick<FullDispute, 'explanation' | 'fingerprint' | 'isAsSeen' | 'isReadable'>
}

/** Each value that the partner saw beside that of now; what differs is marked and named. Source: requirements DSP-005. */
export function ExplanationBox({ dispute }: BoxProps) {
  const { t } = useTranslation()
  const { explanation, fingerprint, isAsSeen, isReadable } = dispute
  const [isShort, setShort] = useState(false)
  const changed = explanation.filter(({ seen, now }) => seen !== now)
  return (
    <Box
      title={t('disputes.explanation')}
      detail={
        isReadable ? t('disputes.differences', { count: changed.length }) : t('disputes.unreadable')
      }
      isFlush
      foot={
        <span className="muted">
          {t('disputes.fingerprint')} <bdi className="digits">{fingerprint}</bdi>
        </span>
      }
    >
      {!isAsSeen && (
        <Note tone="red" live>
          {t('disputes.notAsSeen')}
        </Note>
      )}
      <Checkbox
        label={t('disputes.onlyChanged')}
        checked={isShort}
        onChange={({ target }) => setShort(target.checked)}
      />
      <Values rows={isShort ? changed : explanation} />
    </Box>
  )
}

function Values({ rows }: { readonly rows: FullDispute['explanation'] }) {
  const { t } = useTranslation()
  return (
    <Table
      caption={t('disputes.explanation')}
      columns={[
        { text: t('disputes.value') },
        { text: t('disputes.seen') },
        { text: t('disputes.now') },
        { text: t('disputes.difference') },
      ]}
    >
      {rows.map(({ path, seen, now }) => (
        <tr key={path}>
          <td className="digits">{path}</td>
          <td>
            <bdi>{seen ?? '–'}</bdi>
          </td>
          <td>{seen === now ? <bdi>{now}</bdi> : <mark>{now ?? '–'}</mark>}</td>
          <td>{seen === now ? '' : t('disputes.isDifferent')}</td>
        </tr>
      ))}
    </Table>
  )
}
