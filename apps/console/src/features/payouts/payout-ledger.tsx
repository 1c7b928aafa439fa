import type { PayoutDetail } from '@partner-office/contracts'
import { Table } from '@partner-office/ui'
import { Box, ProofHash } from '@partner-office/ui/console'
import { useCopy } from '@partner-office/web'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { amountText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { Amount } from '../../parts/amount.tsx'
import { PATHS } from '../../paths.ts'

type PartProps = { readonly payout: PayoutDetail }
type Lines = PayoutDetail['transfers']

/** What makes up the balance before the payout, back to the payout before. Source: requirements PQU-003. */
export function CreditsBox({ payout: { credits, currency } }: PartProps) {
  const { t } = useTranslation()
  const { since, carried, sums, lines, before } = credits
  return (
    <Box title={t('payouts.credits.title')}>
      <div className="stack gap-3">
        <dl className="fact-list">
          <dt>
            {since === null ? (
              t('payouts.credits.fromStart')
            ) : (
              <>
                {t('payouts.credits.carried')} <Instant at={since} />
              </>
            )}
          </dt>
          <dd>{amountText(carried, currency)}</dd>
          {sums.map(({ kind, count, sum }) => (
            <SumRow
              key={kind}
              name={t('payouts.credits.sum', { count, kind })}
              value={sum}
              currency={currency}
            />
          ))}
          <SumRow name={t('payouts.credits.before')} value={before} currency={currency} />
        </dl>
        {lines.length > 0 && (
          <details>
            <summary>{t('payouts.credits.lines', { count: lines.length })}</summary>
            <LineTable lines={lines} caption={t('payouts.credits.title')} currency={currency} />
          </details>
        )}
      </div>
    </Box>
  )
}

type SumRowProps = { readonly name: string; readonly value: string; readonly currency: string }

const SumRow = ({ name, value, currency }: SumRowProps) => (
  <>
    <dt>{name}</dt>
    <dd>{amountText(value, currency)}</dd>
  </>
)

/** The transfers of the payout itself, with their hashes. */
export function LedgerBox({ payout: { transfers, currency } }: PartProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('payouts.ledger')} isFlush>
      <LineTable lines={transfers} caption={t('payouts.ledger')} currency={currency} />
    </Box>
  )
}

type LineTableProps = {
  readonly lines: Lines
  readonly caption: string
  readonly currency: string
}

function LineTable({ lines, caption, currency }: LineTableProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <Table
      isBare
      caption={caption}
      columns={[
        { text: t('payouts.transfer') },
        { text: t('payouts.at') },
        { text: t('payouts.kind') },
        { text: t('payouts.amount'), isFigure: true },
        { text: t('payouts.hash') },
      ]}
    >
      {lines.map(({ id, at, kind, amount, hash }) => (
        <tr key={id}>
          <th scope="row">{id}</th>
          <td>
            <Instant at={at} isExact />
          </td>
          <td>{kind}</td>
          <td className="figure-cell">
            <Amount amount={amount} currency={currency} />
          </td>
          <td>
            <ProofHash
              hash={hash}
              copyLabel={t('payouts.copyHash', { id })}
              onCopy={() => copy(hash)}
            />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Other payouts to the same address, by any partner. */
export function SameAddressBox({ payout: { sameAddress, partner } }: PartProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('payouts.same.title')} isFlush={sameAddress.length > 0}>
      {sameAddress.length === 0 ? (
        <p className="muted">{t('payouts.same.none')}</p>
      ) : (
        <Table
          isBare
          caption={t('payouts.same.title')}
          columns={[
            { text: t('payouts.payout') },
            { text: t('payouts.partner') },
            { text: t('payouts.amount'), isFigure: true },
            { text: t('payouts.state') },
            { text: t('payouts.confirmed') },
          ]}
        >
          {sameAddress.map((other) => (
            <SameAddressRow
              key={other.id}
              other={other}
              isSamePartner={other.partnerId === partner.id}
            />
          ))}
        </Table>
      )}
    </Box>
  )
}

type SameAddressRowProps = {
  readonly other: PayoutDetail['sameAddress'][number]
  readonly isSamePartner: boolean
}

function SameAddressRow({ other, isSamePartner }: SameAddressRowProps) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">
        <Link to={PATHS.payout} params={{ id: String(other.id) }} className="link">
          {other.id}
        </Link>
      </th>
      <td>
        <bdi>{other.name}</bdi> {other.partnerId}
        {!isSamePartner && <b> {t('payouts.same.other')}</b>}
      </td>
      <td className="figure-cell">
        <Amount amount={other.amount} currency={other.currency} />
      </td>
      <td>{t(`payouts.states.${other.state}`)}</td>
      <td>
        <Instant at={other.createdAt} />
      </td>
    </tr>
  )
}
