import type { TeamMember } from '@partner-office/contracts'
import { Button, ErrorNotice, Loader, Note } from '@partner-office/ui'
import { errorText } from '@partner-office/web'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { toldCodes } from './lib/team-errors.ts'
import type { TeamList } from './lib/use-team-list.ts'

type ListViewProps = {
  readonly list: TeamList
  /** As high as the rows that will stand there. */
  readonly skeleton: ReactNode
  readonly empty: ReactNode
  readonly children: (rows: readonly TeamMember[], isOld: boolean) => ReactNode
}

/** A list in every phase it can be in. Source: requirements TEA-046 to TEA-049, TEA-058 to TEA-061; decisions D-074. */
export function ListView({ list, skeleton, empty, children }: ListViewProps) {
  const { t } = useTranslation()
  const { phase, rows } = list
  if (phase === 'loading') return <Loader label={t('common.loading')}>{skeleton}</Loader>
  if (phase === 'error' && rows.length === 0) return <ListError list={list} />
  if (phase === 'empty') return empty
  const isGoingUp = phase === 'loadingUp'
  return (
    <>
      <div className={isGoingUp ? 'going-up' : undefined} aria-busy={isGoingUp}>
        {children(rows, isGoingUp)}
      </div>
      <ListEnd list={list} />
    </>
  )
}

function ListError({ list: { error, isFetching, retry } }: { list: TeamList }) {
  const { t } = useTranslation()
  return (
    <div className="card">
      <ErrorNotice
        title={t('team.failed')}
        text={<Codes error={error} />}
        retryLabel={t('common.retry')}
        busy={isFetching}
        onRetry={retry}
      />
    </div>
  )
}

/** What is below the rows: nothing, the way to more of them, or why they did not come. */
function ListEnd({ list: { phase, error, hasMore, isFetching, more, retry } }: { list: TeamList }) {
  const { t } = useTranslation()
  if (phase === 'error') {
    return (
      <Note
        tone="red"
        icon="warning"
        live
        action={
          <Button size="sm" busy={isFetching} onClick={retry}>
            {t('common.retry')}
          </Button>
        }
      >
        {t('team.moreFailed')} <Codes error={error} />
      </Note>
    )
  }
  if (!hasMore) return null
  return (
    <div className="row center">
      <Button busy={phase === 'loadingMore'} busyLabel={t('common.loading')} onClick={more}>
        {t('team.loadMore')}
      </Button>
    </div>
  )
}

/** Each code in the reader's language. Source: requirements TEA-058 to TEA-060. */
function Codes({ error }: { error: unknown }) {
  const { i18n } = useTranslation()
  return toldCodes(error).map((code) => (
    <span key={code} className="block">
      {errorText(i18n, code)}
    </span>
  ))
}
