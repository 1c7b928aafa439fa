import { getOperators, type Operator } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { FilterChip, type TableSort, WithPanel } from '@partner-office/ui/console'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { hasOneOf } from '../../lib/session.ts'
import { queryOf } from '../../lib/query-of.ts'
import { ExportButton } from '../../parts/export-button.tsx'
import { ColumnsMenu, ListTable, shownNames } from '../../parts/list-table.tsx'
import { UnlessFailed } from '../../parts/unless-failed.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { AddOperator } from './add-operator.tsx'
import { OperatorPanel } from './operator-panel.tsx'
import { useOperatorColumns } from './operator-columns.tsx'
import { sortedOperators } from './sorted-operators.ts'

const FRAME = '/frame'
const STATES = ['invited', 'active', 'locked'] as const

/** Operators' accounts: who they are, what they may do, and when they last signed in. */
export function OperatorsPage() {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title={t('menu.operators')}
      roles={getOperators.roles}
      actions={
        <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
          {t('operators.add')}
        </Button>
      }
    >
      {hasOneOf(operator.roles, getOperators.roles) && <Operators />}
      {isAdding && <AddOperator onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Operators() {
  const { api } = useConsole()
  const operators = useQuery(queryOf(api, getOperators))
  const { open } = useSearch({ from: `${FRAME}${PATHS.operators}` })
  const navigate = useNavigate({ from: PATHS.operators })
  const close = () => void navigate({ search: (before) => ({ ...before, open: undefined }) })
  const chosen = operators.data?.content.find(({ id }) => String(id) === open)
  return (
    <WithPanel
      panel={
        chosen === undefined ? null : (
          <OperatorPanel key={`${chosen.id} ${chosen.version}`} operator={chosen} onClose={close} />
        )
      }
    >
      <UnlessFailed query={operators}>
        <OperatorTable rows={operators.data?.content} />
      </UnlessFailed>
    </WithPanel>
  )
}

function OperatorTable({ rows }: { readonly rows: readonly Operator[] | undefined }) {
  const { t } = useTranslation()
  const search = useSearch({ from: `${FRAME}${PATHS.operators}` })
  const navigate = useNavigate({ from: PATHS.operators })
  const columns = useOperatorColumns()
  const { state, sort = 'email', order = 'ascending' } = search
  const shown = rows?.filter((row) => state === undefined || row.state === state)
  return (
    <>
      <Filters columns={columns} />
      <ListTable
        caption={t('menu.operators')}
        columns={columns}
        hide={search.hide}
        rows={shown && sortedOperators(shown, sort, order)}
        total={rows?.length}
        keyOf={({ id }) => String(id)}
        nameOf={({ email }) => email}
        open={search.open}
        sort={{ column: sort, direction: order }}
        onSort={({ column, direction }: TableSort) =>
          void navigate({
            search: (before) => ({
              ...before,
              sort: SORTED.find((one) => one === column),
              order: direction,
            }),
          })
        }
        isQuiet={(row) => row.state === 'locked'}
        link={({ id }, attributes) => (
          <Link
            {...attributes}
            from={PATHS.operators}
            to="."
            search={(before) => ({ ...before, open: String(id) })}
            className="row-name"
          />
        )}
        empty={t('table.none')}
      />
    </>
  )
}

const SORTED = ['email', 'lastSignInAt', 'addedAt'] as const

function Filters({ columns }: { readonly columns: ReturnType<typeof useOperatorColumns> }) {
  const { t } = useTranslation()
  const { hide, state, sort = 'email', order } = useSearch({ from: `${FRAME}${PATHS.operators}` })
  const navigate = useNavigate({ from: PATHS.operators })
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <FilterChip
        name={t('operators.state')}
        clearLabel={t('filters.clear', { name: t('operators.state') })}
        options={STATES.map((value) => ({ value, text: t(`operators.states.${value}`) }))}
        value={state}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, state: STATES.find((one) => one === value) }),
          })
        }
      />
      <ColumnsMenu
        columns={columns}
        hide={hide}
        onChange={(changes) => void navigate({ search: (before) => ({ ...before, ...changes }) })}
      />
      <ExportButton
        list="operators"
        filters={{ state, sort, order }}
        columns={shownNames(columns, hide)}
      />
    </div>
  )
}
