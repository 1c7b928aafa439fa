import {
  type AuditEntry,
  getAudit,
  getAuditCsv,
  getAuditLines,
  WHOLE_LOG_ROLES,
} from '@partner-office/contracts'
import { Button, Icon, Menu, MenuItem } from '@partner-office/ui'
import { WithPanel } from '@partner-office/ui/console'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../../lib/console.ts'
import { hasOneOf } from '../../lib/session.ts'
import { UnlessFailed } from '../../parts/unless-failed.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { ChainCheck } from './chain-check.tsx'
import { EntryPanel } from './entry-panel.tsx'
import { useEntries } from './use-entries.ts'

/** The audit log: who did what, when, on what, and the chain that holds the entries together. Source: requirements AUD-001, AUD-004. */
export function AuditPage() {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const { open } = useSearch({ from: `/frame${PATHS.audit}` })
  const navigate = useNavigate({ from: PATHS.audit })
  const close = () => void navigate({ search: (before) => ({ ...before, open: undefined }) })
  const isWhole = hasOneOf(operator.roles, WHOLE_LOG_ROLES)
  return (
    <Page
      title={t('menu.audit')}
      roles={getAudit.roles}
      state={<span className="muted">{isWhole ? t('audit.newest') : t('audit.own')}</span>}
      actions={isWhole && <LogActs />}
    >
      <WithPanel
        panel={open === undefined ? null : <EntryPanel key={open} id={open} onClose={close} />}
      >
        <Log />
      </WithPanel>
    </Page>
  )
}

/** The whole log as a file that others can check, and the check of its chain here. */
function LogActs() {
  const { t } = useTranslation()
  const [isChecking, setChecking] = useState(false)
  return (
    <>
      <Menu
        look={{ variant: 'secondary' }}
        trigger={
          <>
            <Icon name="download" size={18} />
            {t('audit.whole')}
          </>
        }
      >
        {[getAuditCsv, getAuditLines].map(({ path }) => (
          <MenuItem
            key={path}
            render={(content) => (
              <a href={path} download>
                {content}
              </a>
            )}
          >
            {path === getAuditCsv.path ? t('audit.wholeCsv') : t('audit.wholeLines')}
          </MenuItem>
        ))}
      </Menu>
      <Button variant="primary" onClick={() => setChecking(true)}>
        {t('audit.chain.button')}
      </Button>
      {isChecking && <ChainCheck onClose={() => setChecking(false)} />}
    </>
  )
}

function Log() {
  const { t } = useTranslation()
  const { open, hide, ...filter } = useSearch({ from: `/frame${PATHS.audit}` })
  const log = useEntries(filter)
  const columns = useAuditColumns()
  return (
    <>
      <AuditFilters columns={columns} />
      <UnlessFailed query={log} isCard>
        <PagedTable
          list={log}
          caption={t('menu.audit')}
          columns={columns}
          hide={hide}
          keyOf={({ id }) => String(id)}
          nameOf={({ command, id }) => `${command} ${id}`}
          open={open}
          link={({ id }: AuditEntry, attributes) => (
            <Link
              {...attributes}
              from={PATHS.audit}
              to="."
              search={(before) => ({ ...before, open: String(id) })}
              className="row-name"
            />
          )}
          empty={t('table.none')}
        />
        <p className="caption">{t('audit.unchangeable')}</p>
      </UnlessFailed>
    </>
  )
}
