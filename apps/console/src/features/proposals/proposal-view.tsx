import { getProposal, type Proposal } from '@partner-office/contracts'
import { Note } from '@partner-office/ui'
import { ProofHash } from '@partner-office/ui/console'
import { Loaded, useCopy } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'

import { codeText } from '../../lib/code-text.ts'
import { useConsole, useSignedIn } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { ageText } from '../../lib/instants.ts'
import { decidingRoles } from '../../lib/proposal-roles.ts'
import { queryOf } from '../../lib/query-of.ts'
import { OrderLink } from '../../parts/order-link.tsx'
import { PreviewTable } from '../../parts/preview-table.tsx'
import { ProposalStateChip } from '../../parts/proposal-state.tsx'
import { PATHS } from '../../paths.ts'
import { useRoleNames } from '../../shell/role-names.ts'
import { EarlierProposal } from './earlier-proposal.tsx'
import { ProposalActs } from './proposal-acts.tsx'

/** What a proposal would do, why, and who decides it; with the acts that the operator may do. Source: requirements APR-011. */
export function ProposalView({ id }: { readonly id: string }) {
  const { api } = useConsole()
  const proposal = useQuery(queryOf(api, getProposal, { params: { id } }))
  return (
    <Loaded query={proposal} placeholder={320} titles={{ not_found: 'proposals.notFound' }}>
      {(shown) => <Shown proposal={shown} />}
    </Loaded>
  )
}

function Shown({ proposal }: { readonly proposal: Proposal }) {
  const { t } = useTranslation()
  const { kind, state, again, preview } = proposal
  return (
    <div className="stack gap-4">
      <div className="in-row wrap">
        <h3 className="proposal-name">
          <ObjectName proposal={proposal} />
        </h3>
        <span className="muted">{t(`proposals.kinds.${kind}`)}</span>
        <ProposalStateChip state={state} />
      </div>
      {kind === 'close' && <Note tone="orange">{t('months.never')}</Note>}
      <Reason proposal={proposal} />
      <section className="stack gap-1">
        <h3 className="heading-3">{t('proposals.happens')}</h3>
        <PreviewTable rows={preview} />
      </section>
      {again !== null && <EarlierProposal id={again} now={preview} />}
      <Facts proposal={proposal} />
      <Outcome proposal={proposal} />
      <ProposalActs key={proposal.version} proposal={proposal} />
    </div>
  )
}

/** What the proposal is about, with its page. */
function ObjectName({ proposal: { kind, object, objectName } }: { readonly proposal: Proposal }) {
  if (kind === 'order_cancel') return <OrderLink id={object}>{objectName}</OrderLink>
  if (kind !== 'close') return objectName
  return (
    <Link to={PATHS.month} params={{ month: object }} className="link">
      {objectName}
    </Link>
  )
}

function Reason({ proposal: { proposer, at, reason } }: { readonly proposal: Proposal }) {
  return (
    <div>
      <p>
        <bdi className="bold">{proposer.email}</bdi> <span className="muted">·</span>{' '}
        <Instant at={at} />
      </p>
      <blockquote className="reason">{reason}</blockquote>
    </div>
  )
}

function Facts({ proposal }: { readonly proposal: Proposal }) {
  const { t } = useTranslation()
  const { clock } = useConsole()
  const copy = useCopy()
  const { at, expiresAt, basis, state } = proposal
  return (
    <dl className="fact-list">
      <dt>{t('proposals.age')}</dt>
      <dd>{ageText(at, clock.now())}</dd>
      {state === 'OPEN' && (
        <>
          <dt>{t('proposals.expires')}</dt>
          <dd>
            <Instant at={expiresAt} />
          </dd>
        </>
      )}
      <dt>{t('proposals.basis')}</dt>
      <dd>
        <ProofHash hash={basis} copyLabel={t('proposals.copyBasis')} onCopy={() => copy(basis)} />
      </dd>
    </dl>
  )
}

/** Who decides it, or who has decided it and how it ended. */
function Outcome({ proposal }: { readonly proposal: Proposal }) {
  const { t, i18n } = useTranslation()
  const { state, decidedBy, decidedAt, decisionReason, changes, failure } = proposal
  if (state === 'OPEN') return <WhoDecides proposal={proposal} />
  return (
    <Note tone={state === 'FAILED' ? 'red' : 'grey'}>
      <p>
        <b>{t(`proposals.outcomes.${state}`)}</b>
        {decidedBy !== null && (
          <>
            {' '}
            <bdi>{decidedBy.email}</bdi>
          </>
        )}
        {decidedAt !== null && (
          <>
            , <Instant at={decidedAt} />
          </>
        )}
      </p>
      {decisionReason !== null && <blockquote className="reason">{decisionReason}</blockquote>}
      {failure !== null && <p>{codeText(i18n, failure)}</p>}
      {changes.length > 0 && (
        <ul className="bullet-list">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </Note>
  )
}

function WhoDecides({
  proposal: { kind, proposer, approvers, acts },
}: {
  readonly proposal: Proposal
}) {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const roleNames = useRoleNames()
  if (proposer.id === operator.id) {
    return approvers === 0 ? (
      <Note tone="orange">
        <Trans
          i18nKey="proposals.noApprover"
          components={{ a: <Link to={PATHS.operators} className="link" /> }}
        />
      </Note>
    ) : (
      <Note>{t('proposals.own', { count: approvers })}</Note>
    )
  }
  if (acts.includes('approve')) return <Note>{t('proposals.decide')}</Note>
  return <Note>{t('proposals.others', { roles: roleNames(decidingRoles(kind), 'any') })}</Note>
}
