import { getInboxPartner, type TicketPartner } from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { KeyValues } from '@partner-office/ui'
import { Box, StateMark } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { PATHS } from '../../paths.ts'

type PartnerBoxProps = { readonly id: string; readonly partnerId: number }

/** The state of the partner beside a ticket, and where an adjustment begins. Source: requirements INB-007. */
export function TicketPartnerBox({ id, partnerId }: PartnerBoxProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const query = useQuery(queryOf(api, getInboxPartner, { params: { id } }))
  const partner = String(partnerId)
  return (
    <Box
      title={t('inbox.partnerState')}
      foot={
        <>
          <Link to={PATHS.adjustments} search={{ partner, add: 'adjustment' }} className="link">
            {t('inbox.adjust')}
          </Link>
          <Link to={PATHS.orders} search={{ partner }} className="link">
            {t('inbox.orders')}
          </Link>
          <Link to={PATHS.adjustments} search={{ partner }} className="link">
            {t('inbox.adjustments')}
          </Link>
        </>
      }
    >
      <Loaded query={query} placeholder={160}>
        {(state) => <State state={state} />}
      </Loaded>
    </Box>
  )
}

function State({ state }: { readonly state: TicketPartner }) {
  const { t } = useTranslation()
  const { rang, isBlocked, balances, payouts, tickets } = state
  return (
    <div className="stack gap-4">
      {isBlocked && <StateMark state="bad">{t('inbox.blocked')}</StateMark>}
      <KeyValues
        items={[
          { label: t('inbox.rank'), value: rang === null ? '–' : rankDisplayName(rang) },
          ...balances.map(({ account, currency, amount, held }) => ({
            label: t('inbox.balance', { account }),
            value: (
              <>
                <Amount amount={amount} currency={currency} />
                {Number(held) > 0 && (
                  <span className="muted">
                    {' '}
                    {t('inbox.held')} <Amount amount={held} currency={currency} />
                  </span>
                )}
              </>
            ),
          })),
          ...payouts.map(({ id, currency, amount, createdAt }) => ({
            label: t('inbox.payout', { id }),
            value: (
              <>
                <Amount amount={amount} currency={currency} /> <Instant at={createdAt} />
              </>
            ),
          })),
        ]}
      />
      <Others tickets={tickets} />
    </div>
  )
}

function Others({ tickets }: Pick<TicketPartner, 'tickets'>) {
  const { t } = useTranslation()
  if (tickets.length === 0) return <p className="muted">{t('inbox.noOthers')}</p>
  return (
    <div className="stack gap-3">
      <h3 className="label">{t('inbox.others')}</h3>
      <ul className="bullet-list">
        {tickets.map(({ id, state, createdAt, text }) => (
          <li key={id}>
            <Link to={PATHS.ticket} params={{ id: String(id) }} className="link">
              {t('inbox.one', { id })}
            </Link>{' '}
            <span className="muted">
              {t(`inbox.states.${state}`)} · <Instant at={createdAt} />
            </span>
            <bdi className="clipped block">{text}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
