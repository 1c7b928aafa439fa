import { type Import, importFields } from '@partner-office/contracts'
import { Note } from '@partner-office/ui'
import { Box, StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { ListTable } from '../../parts/list-table.tsx'

type Line = { readonly at: number; readonly cells: readonly (string | null)[] }

/** The first lines as the file has them and as they are read. Values are text. Source: requirements ORC-008, ORC-014. */
export function LinesBox({ file }: { readonly file: Import }) {
  const { t } = useTranslation()
  const { kind, header, before, after, form } = file
  if (before.length === 0) return <Note>{t('imports.linesOfFinance')}</Note>
  const fields = importFields(kind)
    .map((field, at) => ({ name: t(`imports.fields.${field}`), at, field }))
    .filter(({ field }) => form.columns[field] !== undefined)
  return (
    <>
      <Box title={t('imports.before')} isFlush>
        <Lines
          caption={t('imports.before')}
          columns={header.map((name, at) => ({ name, at }))}
          lines={before}
        />
      </Box>
      <Box title={t('imports.after')} isFlush>
        <Lines caption={t('imports.after')} columns={fields} lines={after} />
      </Box>
    </>
  )
}

type LinesProps = {
  readonly caption: string
  readonly columns: readonly { readonly name: string; readonly at: number }[]
  readonly lines: readonly (readonly (string | null)[])[]
}

function Lines({ caption, columns, lines }: LinesProps) {
  const { t } = useTranslation()
  return (
    <ListTable
      isWhole
      caption={caption}
      columns={[
        { name: 'line', head: t('imports.line'), isFigure: true, cell: ({ at }: Line) => at + 2 },
        ...columns.map(({ name, at }) => ({
          name: String(at),
          head: name === '' ? t('imports.unnamed', { number: at + 1 }) : name,
          cell: ({ cells }: Line) => {
            const cell = cells[at] ?? null
            if (cell !== null) return <bdi>{cell}</bdi>
            return <StateMark state="bad">{t('imports.unreadable')}</StateMark>
          },
        })),
      ]}
      rows={lines.map((cells, at) => ({ at, cells }))}
      keyOf={({ at }) => String(at)}
      nameOf={({ at }) => t('imports.lineNamed', { number: at + 2 })}
      empty={t('imports.noLines')}
    />
  )
}
