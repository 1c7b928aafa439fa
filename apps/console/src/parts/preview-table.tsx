import type { PreviewRow } from '@partner-office/contracts'
import { BONUS_TYPES } from '@partner-office/domain'
import { Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { numberText } from '../lib/figures.ts'
import { useProgrammeName } from '../lib/programme-name.ts'
import { ChangedValue } from './changed-value.tsx'
import { ScrollRows } from './scroll-rows.tsx'

/** What will happen, in numbers. Source: requirements APR-011. */
export function PreviewTable({ rows }: { readonly rows: readonly PreviewRow[] }) {
  const { t } = useTranslation()
  const nameOf = useRowName()
  const hasDifference = rows.some(({ difference }) => difference !== null)
  return (
    <ScrollRows label={t('preview.caption')}>
      <Table
        isBare
        caption={t('preview.caption')}
        columns={[
          { text: t('preview.what') },
          { text: t('preview.change') },
          ...(hasDifference ? [{ text: t('preview.difference'), isFigure: true }] : []),
        ]}
      >
        {rows.map(({ name, before, after, difference }) => (
          <tr key={name}>
            <th scope="row">{nameOf(name)}</th>
            <td>
              <ChangedValue before={valueText(before)} after={valueText(after)} />
            </td>
            {hasDifference && <td className="figure-cell">{valueText(difference) ?? '–'}</td>}
          </tr>
        ))}
      </Table>
    </ScrollRows>
  )
}

/** Names a row of a preview: where it is about a programme, its name has the programme's code. */
export function useRowName(): (name: string) => string {
  const programmeName = useProgrammeName()
  return (name) => name.replace(PROGRAMME, programmeName)
}

const PROGRAMME = new RegExp(`\\b(?:${BONUS_TYPES.join('|')})(?=,)`)

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** Numbers with their digits in groups, all else as it is. */
const valueText = (value: string | null): string | null =>
  value !== null && PLAIN_NUMBER.test(value) ? numberText(value) : value
