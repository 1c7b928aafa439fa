import { getInbox, type InboxLine } from '@partner-office/contracts'
import { Chip } from '@partner-office/ui'
import { useIsWide, useKeys } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../../lib/console.ts'
import { ageText } from '../../lib/instants.ts'
import { languageText } from '../../lib/languages.ts'
import { hasOneOf } from '../../lib/session.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { PATHS } from '../../paths.ts'
import { Paged } from '../paged.tsx'
import { InboxLink } from './inbox-link.tsx'
import { type InboxFilters, useInbox } from './use-inbox.ts'

type Opened = Pick<InboxLine, 'kind' | 'id'>

type InboxPaneProps = { readonly opened: Opened; readonly filters: InboxFilters }

type BesideInboxProps = {
  readonly opened: Opened
  /** Null: it was not opened from the inbox. */
  readonly filters: InboxFilters | null
  readonly children: ReactNode
}

/** What was opened from the inbox, beside the list that has it. A narrow page shows it alone. Source: requirements INB-001. */
export function BesideInbox({ opened, filters, children }: BesideInboxProps) {
  const { operator } = useSignedIn()
  const isShown = useIsWide() && hasOneOf(operator.roles, getInbox.roles)
  if (!isShown || filters === null) return children
  return (
    <div className="beside-inbox">
      <InboxPane opened={opened} filters={filters} />
      <div>{children}</div>
    </div>
  )
}

function InboxPane({ opened, filters }: InboxPaneProps) {
  const { t } = useTranslation()
  const list = useInbox(filters)
  const pane = useRef<HTMLElement>(null)
  const isLoaded = list.data !== undefined
  useEffect(() => showCurrent(pane.current!), [opened.kind, opened.id, isLoaded])
  useKeys([
    { keys: 'j', label: t('table.next'), run: () => moveFocus(pane.current!, 1) },
    { keys: 'k', label: t('table.before'), run: () => moveFocus(pane.current!, -1) },
  ])
  return (
    <nav className="inbox-pane" aria-label={t('menu.inbox')} ref={pane}>
      <div className="inbox-choice">
        <QuickFilters filters={filters} opened={opened} />
        <Link to={PATHS.inbox} search={filters} className="link">
          {t('filters.label')}
        </Link>
      </div>
      <Paged query={list} placeholder={300}>
        {(lines) => <Lines lines={lines} filters={filters} />}
      </Paged>
    </nav>
  )
}

/** Turns the filters of state and assignee; the others stay. */
function QuickFilters({ filters, opened }: InboxPaneProps) {
  const { t } = useTranslation()
  const to = (state: InboxFilters['state'], assignee: InboxFilters['assignee'], text: string) => (
    <InboxLink line={opened} filters={{ ...filters, state, assignee }}>
      {text}
    </InboxLink>
  )
  return (
    <div className="segments">
      {to(undefined, undefined, t('inbox.quick.all'))}
      {to(undefined, 'me', t('inbox.quick.mine'))}
      {to('WAITING', undefined, t('inbox.quick.waiting'))}
    </div>
  )
}

type LinesProps = {
  readonly lines: readonly InboxLine[]
  readonly filters: InboxFilters
}

function Lines({ lines, filters }: LinesProps) {
  const { t } = useTranslation()
  if (lines.length === 0) return <p className="inbox-line muted">{t('inbox.none')}</p>
  return (
    <ul>
      {lines.map((line) => (
        <li key={`${line.kind} ${line.id}`}>
          <InboxLink line={line} filters={filters} className="inbox-line">
            <Line line={line} />
          </InboxLink>
        </li>
      ))}
    </ul>
  )
}

function Line({
  line: { kind, state, partner, since, text, language },
}: {
  readonly line: InboxLine
}) {
  const { t } = useTranslation()
  const now = useMinute()
  return (
    <>
      <span className="inbox-row">
        <Chip
          tone={kind === 'ticket' ? 'grey' : 'grey-stroke'}
          icon={kind === 'ticket' ? 'mail' : 'tag'}
        >
          {t(`inbox.kinds.${kind}`)}
        </Chip>
        <bdi className="inbox-words inbox-name">{`${partner.firstName} ${partner.lastName}`}</bdi>
        <time className="caption" dateTime={new Date(since).toISOString()}>
          {ageText(since, now)}
        </time>
      </span>
      <span className="inbox-row">
        <bdi className="inbox-words">{text}</bdi>
        <span className="caption">
          {state !== 'WAITING' && <>{t(`inbox.states.${state}`)} · </>}
          <span title={languageText(language)}>{language.toUpperCase()}</span>
        </span>
      </span>
    </>
  )
}

const linksOf = (pane: HTMLElement) => [...pane.querySelectorAll<HTMLElement>('li > a')]

/** Scrolls the pane alone: `scrollIntoView` would also scroll the page. */
function showCurrent(pane: HTMLElement): void {
  const current = pane.querySelector('li > [aria-current]')
  if (current === null) return
  const [line, seen] = [current.getBoundingClientRect(), pane.getBoundingClientRect()]
  if (line.top < seen.top || line.bottom > seen.bottom)
    pane.scrollTop += line.top - seen.top - seen.height / 2
}

/** To the next line of the focused one, or of the opened one. */
function moveFocus(pane: HTMLElement, step: 1 | -1): void {
  const links = linksOf(pane)
  const focused = links.indexOf(document.activeElement as HTMLElement)
  const at = focused >= 0 ? focused : links.findIndex((link) => link.ariaCurrent !== null)
  links[at + step]?.focus()
}
