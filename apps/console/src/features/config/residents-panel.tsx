import { getResidents } from '@partner-office/contracts'
import { Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { countryText } from '../../lib/countries.ts'
import { countText } from '../../lib/figures.ts'
import { ExportButton } from '../../parts/export-button.tsx'
import { Paged } from '../../parts/paged.tsx'
import { RowDrawer } from '../../parts/row-drawer.tsx'
import { usePaged } from '../../parts/use-paged.ts'

type ResidentsPanelProps = {
  readonly code: string
  readonly partners: number
  readonly onClose: () => void
}

/** The partners who live in a country; their contacts are masked. Source: requirements CNF-009. */
export function ResidentsPanel({ code, partners, onClose }: ResidentsPanelProps) {
  const { t } = useTranslation()
  return (
    <RowDrawer
      row={code}
      title={countryText(code)}
      detail={
        <span className="muted">
          {t('countries.live', { count: partners, shown: countText(partners) })}
        </span>
      }
      onClose={onClose}
      foot={
        <ExportButton
          list="residents"
          filters={{ code }}
          columns={['id', 'firstName', 'lastName', 'email']}
        />
      }
    >
      <Residents code={code} />
    </RowDrawer>
  )
}

function useResidents(code: string) {
  const { api } = useConsole()
  return usePaged([getResidents.path, code], (query, signal) =>
    api.call(getResidents, { params: { code }, query, signal }),
  )
}

function Residents({ code }: { readonly code: string }) {
  const { t } = useTranslation()
  return (
    <Paged query={useResidents(code)} placeholder={200}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="muted">{t('countries.nobody')}</p>
        ) : (
          <Table
            isBare
            caption={t('countries.partners')}
            columns={[
              { text: t('countries.partner') },
              { text: t('countries.id'), isFigure: true },
              { text: t('operators.email') },
            ]}
          >
            {rows.map(({ id, firstName, lastName, email }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>
                    {firstName} {lastName}
                  </bdi>
                </th>
                <td className="figure-cell digits">{id}</td>
                <td>
                  <bdi>{email}</bdi>
                </td>
              </tr>
            ))}
          </Table>
        )
      }
    </Paged>
  )
}
