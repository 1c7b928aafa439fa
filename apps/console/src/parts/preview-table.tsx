import type { PreviewRow } from '@partner-office/contracts'
import { Change } from '@partner-office/ui/console'
import { Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'
import { ScrollRows } from './scroll-rows.tsx'

/** What will happen, in numbers. Source: requirements APR-011. */
export function PreviewTable({ rows }: { readonly rows: readonly PreviewRow[] }) {
  const { t } = useTranslation()
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
            <th scope="row">{name}</th>
            <td>
              <Change
                before={before ?? t('preview.nothing')}
                after={after ?? t('preview.nothing')}
                texts={{ before: t('preview.before'), after: t('preview.after') }}
              />
            </td>
            {hasDifference && <td className="figure-cell">{difference ?? '–'}</td>}
          </tr>
        ))}
      </Table>
    </ScrollRows>
  )
}
