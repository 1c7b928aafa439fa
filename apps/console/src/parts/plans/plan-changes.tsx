import type { PlanChange } from '@partner-office/domain'
import { Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { ChangedValue } from '../changed-value.tsx'
import { ScrollRows } from '../scroll-rows.tsx'

type ChangesProps = { readonly caption: string; readonly changes: readonly PlanChange[] }

/** Values that were added, removed and changed, by place. Source: requirements PLN-003. */
export function PlanChanges({ caption, changes }: ChangesProps) {
  const { t } = useTranslation()
  if (changes.length === 0) return <p className="box-body subdued">{t('plan.noChanges')}</p>
  return (
    <ScrollRows label={caption}>
      <Table
        caption={caption}
        columns={[
          { text: t('plan.place') },
          { text: t('plan.whatChanged') },
          { text: t('preview.change') },
        ]}
      >
        {changes.map(({ place, before, after }) => (
          <tr key={`${place} ${before === null} ${after === null}`} data-change={place}>
            <th scope="row">{place}</th>
            <td>{t(kindOf(before, after))}</td>
            <td>
              <ChangedValue before={before} after={after} />
            </td>
          </tr>
        ))}
      </Table>
    </ScrollRows>
  )
}

function kindOf(before: string | null, after: string | null) {
  if (before === null) return 'plan.kinds.added'
  return after === null ? 'plan.kinds.removed' : 'plan.kinds.changed'
}
