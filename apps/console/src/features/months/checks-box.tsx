import {
  type CheckLine,
  type CloseCheck,
  getPeriod,
  postCheckAccept,
} from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { Box, isReason, ReasonField, StateMark } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { useReasonHint } from '../../lib/reason-hint.ts'
import { useAct } from '../../lib/use-act.ts'
import { DisputeLink } from '../../parts/dispute-link.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { OrderLink } from '../../parts/order-link.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { useCheckTexts } from './check-texts.ts'
import { useRefresh } from './use-month-act.ts'

const MARKS = { pass: 'good', warn: 'attention', stop: 'bad' } as const

type ChecksProps = { readonly month: string; readonly checks: readonly CloseCheck[] }

/** The checks of the close, what each has found, and who has accepted it. Source: requirements MON-005 to MON-007. */
export function ChecksBox({ month, checks }: ChecksProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('months.checks')}>
      <ul className="row-list">
        {checks.map((check) => (
          <li key={check.name}>
            <Check month={month} check={check} />
          </li>
        ))}
      </ul>
    </Box>
  )
}

type CheckProps = { readonly month: string; readonly check: CloseCheck }

function Check({ month, check }: CheckProps) {
  const { t } = useTranslation()
  const { name, state, count, lines, threshold, accepted } = check
  const { found, lineText } = useCheckTexts(check)
  return (
    <section className="grow stack gap-1" aria-label={t(`months.check.${name}`)}>
      <div className="in-row wrap">
        <b>{t(`months.check.${name}`)}</b>
        <StateMark state={accepted === null ? MARKS[state] : 'good'}>
          {accepted === null ? t(`months.checkStates.${state}`) : t('months.checkStates.accepted')}
        </StateMark>
        {threshold !== null && (
          <span className="caption">{t('months.threshold', { threshold })}</span>
        )}
        {state === 'warn' && accepted === null && <Accept month={month} check={check} />}
      </div>
      <p>{found}</p>
      {accepted !== null && (
        <p>
          <bdi>{accepted.by}</bdi> <Instant at={accepted.at} /> · {accepted.reason}
        </p>
      )}
      {lines.length > 0 && (
        <details>
          <summary>{t('months.lines', { count, shown: countText(count) })}</summary>
          <ul className="bullet-list">
            {lines.map((line) => (
              <li key={JSON.stringify(line)}>
                <Named line={line} /> <span className="muted">{lineText(line)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** What a line is about, with the page that shows it. */
function Named({ line: { kind, object } }: { readonly line: CheckLine }) {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  if (kind === 'order') return <OrderLink id={object} />
  if (kind === 'programme') return nameOf(object)
  if (kind === 'dispute') return <DisputeLink id={object} />
  if (kind === 'partner') {
    return (
      <Link to={PATHS.partner} params={{ id: object }} className="link">
        {t('months.partner', { id: object })}
      </Link>
    )
  }
  if (kind === 'plan') {
    return (
      <Link to={PATHS.planVersion} params={{ version: object }} className="link">
        {t('plan.versionOne', { version: object })}
      </Link>
    )
  }
  if (kind === 'rate') {
    return (
      <Link to={PATHS.config} search={{ tab: 'rates', find: object }} className="link">
        {object}
      </Link>
    )
  }
  if (kind === 'job') {
    return (
      <Link to={PATHS.system} search={{ job: object }} className="link">
        {t('jobs.one', { id: object })}
      </Link>
    )
  }
  if (kind === 'process') {
    return (
      <Link to={PATHS.system} className="link">
        {t('jobs.where')}
      </Link>
    )
  }
  return object
}

function Accept({ month, check }: CheckProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const missing = useNeedsRole(postCheckAccept.roles)
  return (
    <>
      <Button size="sm" disabledReason={missing} onClick={() => setAsking(true)}>
        {t('months.accept')}
      </Button>
      {isAsking && <AcceptDialog month={month} check={check} onClose={() => setAsking(false)} />}
    </>
  )
}

type AcceptDialogProps = CheckProps & { readonly onClose: () => void }

function useAccept({ month, check: { name, basis }, onClose }: AcceptDialogProps) {
  const { api } = useConsole()
  const refresh = useRefresh()
  return useAct<string, true>({
    send: async (reason) => {
      await api.call(postCheckAccept, { params: { month, name }, body: { basis, reason } })
      return true
    },
    lookUp: async () => {
      const { dryRun } = await api.call(getPeriod, { params: { month } })
      const own = dryRun?.checks.find((each) => each.name === name && each.basis === basis)
      return own?.accepted == null ? null : true
    },
    onDone: () => {
      refresh()
      onClose()
    },
  })
}

function AcceptDialog({ month, check, onClose }: AcceptDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const hint = useReasonHint(reason)
  const act = useAccept({ month, check, onClose })
  return (
    <FormDialog
      texts={{
        title: t(`months.check.${check.name}`),
        button: t('months.accept'),
        notDone: t('months.notAccepted'),
      }}
      act={act}
      roles={postCheckAccept.roles}
      missing={isReason(reason) ? undefined : hint}
      onSubmit={() => act.run(reason.trim())}
      onClose={onClose}
    >
      <ReasonField label={t('reason.label')} hint={hint} value={reason} onChange={setReason} />
    </FormDialog>
  )
}
