import type { ConsolePartner } from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { KeyValues, Note } from '@partner-office/ui'
import { Box, FigureStrip } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { countryText } from '../../lib/countries.ts'
import { amountText, countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { languageText } from '../../lib/languages.ts'
import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { RankName } from '../../parts/rank-name.tsx'
import { ContactsBox } from './contacts-box.tsx'
import { LegsBox } from './legs-box.tsx'

/** Figures, rank, legs, balances, the way to the root and the state of a partner. Source: requirements PTR-004, PTR-009. */
export function OverviewTab({ partner }: { readonly partner: ConsolePartner }) {
  return (
    <div className="stack gap-4">
      <Bars partner={partner} />
      <Figures partner={partner} />
      <div className="partner-columns">
        <div className="stack gap-4">
          <LegsBox partner={partner} />
          <Balances balances={partner.balances} />
        </div>
        <div className="stack gap-4">
          <About partner={partner} />
          <ContactsBox partner={partner} />
          <Way path={partner.path} level={partner.level} />
        </div>
      </div>
    </div>
  )
}

type PartnerProps = { readonly partner: ConsolePartner }

/** What holds the partner back, since when, by whom and why. */
function Bars({ partner: { blocked, hidden, signInLockedUntil, payoutsLockedAt } }: PartnerProps) {
  const { t } = useTranslation()
  const bars = { blocked, hidden }
  return (
    <>
      {(['blocked', 'hidden'] as const).map((name) => {
        const bar = bars[name]
        return (
          bar !== null && (
            <Note key={name} tone="red">
              <b>{t(`partners.bars.${name}`)}</b> <Instant at={bar.since} />
              {bar.by !== null && <>, {t('partners.bars.by', { by: bar.by })}</>}.{' '}
              {t('partners.bars.reason')}: <bdi>{bar.reason || '–'}</bdi>
            </Note>
          )
        )
      })}
      {signInLockedUntil !== null && (
        <Note tone="orange">
          {t('partners.bars.signIn')} <Instant at={signInLockedUntil} />
        </Note>
      )}
      {payoutsLockedAt !== null && (
        <Note tone="orange">
          {t('partners.bars.payouts')} <Instant at={payoutsLockedAt} />
        </Note>
      )}
    </>
  )
}

/** The figures of the moment, with what they stand for. */
function Figures({ partner: { figures, rank } }: PartnerProps) {
  const { t } = useTranslation()
  const eur = (amount: string) => <Amount amount={amount} currency="EUR" />
  const eurText = (amount: string) => amountText(amount, 'EUR')
  return (
    <FigureStrip
      figures={[
        {
          label: t('partners.rank'),
          value: <RankName code={rank.currentRang.code} />,
          detail:
            rank.nextRang === null
              ? t('partners.highestRank')
              : t('partners.nextIs', { rank: rankDisplayName(rank.nextRang.code) }),
        },
        {
          label: t('partners.counting'),
          value: eur(rank.countingTurnover),
          detail:
            rank.nextRang !== null &&
            t('partners.nextNeeds', { amount: eurText(rank.targetTurnover) }),
        },
        { label: t('partners.ownTurnover'), value: eur(figures.ownTurnover) },
        {
          label: t('partners.firstLine'),
          value: countText(figures.flSize),
          detail: t('partners.turnoverIs', { amount: eurText(figures.flTurnover) }),
        },
        {
          label: t('partners.team'),
          value: countText(figures.teamSize),
          detail: t('partners.turnoverIs', { amount: eurText(figures.teamTurnover) }),
        },
      ]}
    />
  )
}

function About({ partner }: PartnerProps) {
  const { t } = useTranslation()
  const { activeUntil } = partner.figures
  const until = activeUntil === null ? t('partners.neverActive') : <Instant at={activeUntil} />
  return (
    <Box title={t('partners.about')} detail={t('partners.asOf', { fact: countText(partner.asOf) })}>
      <KeyValues
        items={[
          { label: t('partners.activeUntil'), value: until },
          { label: t('partners.registered'), value: <Instant at={partner.registeredAt} /> },
          { label: t('partners.country'), value: countryText(partner.country) },
          { label: t('partners.language'), value: languageText(partner.language) },
          { label: t('partners.invite'), value: <bdi>{partner.inviteCode}</bdi> },
        ]}
      />
    </Box>
  )
}

type Balance = ConsolePartner['balances'][number]

function Balances({ balances }: Pick<ConsolePartner, 'balances'>) {
  const { t } = useTranslation()
  const figure = (name: 'balance' | 'held' | 'available') => ({
    name,
    head: t(`partners.${name}`),
    isFigure: true,
    cell: (row: Balance) => <Amount amount={row[name]} currency={row.currency} />,
  })
  return (
    <Box title={t('partners.balancesTitle')} isFlush>
      <ListTable
        isWhole
        caption={t('partners.balancesTitle')}
        keyOf={({ account }: Balance) => account}
        nameOf={({ account }) => account}
        rows={balances}
        empty={t('partners.noBalances')}
        columns={[
          { name: 'account', head: t('partners.account'), cell: ({ account }: Balance) => account },
          figure('balance'),
          figure('held'),
          figure('available'),
        ]}
      />
    </Box>
  )
}

/** From the root to the sponsor; partners left out between them are counted. */
function Way({ path, level }: Pick<ConsolePartner, 'path' | 'level'>) {
  const { t } = useTranslation()
  const left = level - path.length
  return (
    <Box title={t('partners.way')} detail={t('partners.above', { count: level })}>
      {path.length === 0 ? (
        <p>{t('partners.isRoot')}</p>
      ) : (
        <ol className="bullet-list">
          {path.map((partner, at) => (
            <li key={partner.id}>
              <PartnerName partner={partner} />
              {at === 0 && left > 0 && (
                <span className="muted"> {t('partners.leftOut', { count: left })}</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Box>
  )
}
