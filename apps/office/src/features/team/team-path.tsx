import { truncatedTo } from '@partner-office/domain'
import { Icon, Skeleton } from '@partner-office/ui'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useWindowClass } from '../../lib/browser/window-class.ts'
import type { ShownStep } from './lib/team-steps.ts'
import type { TeamSearchState } from './lib/use-team-search.ts'
import { LineBadge } from './line-badge.tsx'

/** Path from the partner down to the shown team. Source: requirements TEA-043 to TEA-045, TRE-012. */
export function TeamPath({ state }: { readonly state: TeamSearchState }) {
  const { t } = useTranslation()
  const isPhone = useWindowClass() === 'phone'
  const nav = useFocusAfterStep(state.steps.at(-1)!.id)
  return (
    <nav ref={nav} tabIndex={-1} aria-label={t('team.path')} className="team-path">
      {isPhone ? <Dropdown state={state} /> : <Crumbs state={state} />}
    </nav>
  )
}

/** Moves the focus to the path after a step: the link that had it is gone. */
function useFocusAfterStep(last: number) {
  const nav = useRef<HTMLElement>(null)
  const shown = useRef(last)
  useEffect(() => {
    if (shown.current === last) return
    shown.current = last
    if (document.activeElement === document.body) nav.current?.focus({ preventScroll: true })
  }, [last])
  return nav
}

function Crumbs({ state: { steps, isPathLoading, linkTo } }: { state: TeamSearchState }) {
  return (
    <ol className="crumbs">
      {steps.map((step, line) => (
        <li key={step.id}>
          {line === steps.length - 1 ? (
            <span className="in-row gap-1" aria-current="true">
              <Step step={step} line={line} isPathLoading={isPathLoading} />
            </span>
          ) : (
            <Link className="in-row gap-1" {...linkTo((now) => truncatedTo(now, line))}>
              <Step step={step} line={line} isPathLoading={isPathLoading} />
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}

type StepProps = { readonly step: ShownStep; readonly line: number }

/** The line and the name of a step; the line alone until the server has answered the name. */
function Step({ step: { name }, line, isPathLoading }: StepProps & { isPathLoading: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {line > 0 && <LineBadge line={line} />}
      {name !== null && <bdi>{name || t('common.noname')}</bdi>}
      {name === null && isPathLoading && <Skeleton width={96} height={14} />}
    </>
  )
}

function Dropdown({ state: { steps, change } }: { state: TeamSearchState }) {
  const { t } = useTranslation()
  const last = steps.length - 1
  return (
    <span className="select-wrap">
      <select
        className="select"
        aria-label={t('team.path')}
        value={last}
        onChange={({ target }) => change((now) => truncatedTo(now, Number(target.value)), 'step')}
      >
        {steps.map((step, line) => (
          <option key={step.id} value={line}>
            <StepText step={step} line={line} />
          </option>
        ))}
      </select>
      <Icon name="down" size={18} />
    </span>
  )
}

function StepText({ step: { name }, line }: StepProps) {
  const { t } = useTranslation()
  if (name === null) return t('team.line', { line })
  const shown = name || t('common.noname')
  return line === 0 ? shown : t('team.step', { line, name: shown })
}
