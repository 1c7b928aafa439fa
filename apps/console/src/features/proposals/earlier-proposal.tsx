import { getProposal, type PreviewRow } from '@partner-office/contracts'
import { Change } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { queryOf } from '../../lib/query-of.ts'
import { useRowName } from '../../parts/preview-table.tsx'
import { PATHS } from '../../paths.ts'

type EarlierProposalProps = { readonly id: number; readonly now: readonly PreviewRow[] }

/** The proposal that this one proposes again, and what differs between their previews. Source: requirements APR-008. */
export function EarlierProposal({ id, now }: EarlierProposalProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const earlier = useQuery(queryOf(api, getProposal, { params: { id: String(id) } }))
  return (
    <section className="stack gap-1">
      <h3 className="heading-3">
        {t('proposals.again')}{' '}
        <Link to={PATHS.proposal} params={{ id: String(id) }} className="link">
          {t('proposals.one', { id })}
        </Link>
      </h3>
      <Loaded query={earlier} placeholder={36}>
        {({ preview }) => <Differences before={preview} now={now} />}
      </Loaded>
    </section>
  )
}

type DifferencesProps = {
  readonly before: readonly PreviewRow[]
  readonly now: readonly PreviewRow[]
}

function Differences({ before, now }: DifferencesProps) {
  const { t } = useTranslation()
  const nameOf = useRowName()
  const names = [...new Set([...before, ...now].map(({ name }) => name))]
  const changed = names
    .map((name) => ({ name, before: textOf(before, name), now: textOf(now, name) }))
    .filter((row) => row.before !== row.now)
  if (changed.length === 0) return <p className="subdued">{t('proposals.same')}</p>
  return (
    <ul className="bullet-list">
      {changed.map((row) => (
        <li key={row.name}>
          {nameOf(row.name)}:{' '}
          <Change
            before={row.before}
            after={row.now}
            texts={{ before: t('preview.before'), after: t('preview.after') }}
          />
        </li>
      ))}
    </ul>
  )
}

/** The change that a preview shows for a value. */
function textOf(rows: readonly PreviewRow[], name: string): string {
  const row = rows.find((one) => one.name === name)
  return row === undefined ? '–' : `${row.before ?? '–'} → ${row.after ?? '–'}`
}
