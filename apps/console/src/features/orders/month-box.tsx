import {
  type CountingProgramme,
  getOrderMonth,
  type InfinityLevel,
  type OrderMonth,
} from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { Note } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { Credited } from './credited.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { percentText } from './percent.ts'

/** Infinity and the programmes of the month of an order's payment. Source: requirements ORC-003. */
export function MonthBoxes({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const query = useQuery(queryOf(api, getOrderMonth, { params: { id } }))
  const detail = query.data && <MonthState month={query.data} />
  return (
    <>
      <Box title={t('orders.infinity')} detail={detail} isFlush>
        <Loaded query={query} placeholder={200}>
          {(month) => <InfinityTable month={month} />}
        </Loaded>
      </Box>
      <Box title={t('orders.programmes')} detail={detail} isFlush>
        <Loaded query={query} placeholder={200}>
          {(month) => <ProgrammeTable month={month} />}
        </Loaded>
      </Box>
    </>
  )
}

type MonthProps = { readonly month: OrderMonth }

function InfinityTable({ month }: MonthProps) {
  const { t } = useTranslation()
  return (
    <>
      <WhyNot month={month} />
      <ListTable
        isWhole
        caption={t('orders.infinity')}
        columns={useInfinityColumns()}
        rows={month.infinity}
        keyOf={({ level }) => String(level)}
        nameOf={({ level }) => t('orders.levelOf', { level })}
        isQuiet={({ reason }) => reason !== null}
        empty={t('orders.noInfinity')}
      />
    </>
  )
}

function ProgrammeTable({ month }: MonthProps) {
  const { t } = useTranslation()
  return (
    <ListTable
      isWhole
      caption={t('orders.programmes')}
      columns={useProgrammeColumns()}
      rows={month.programmes}
      keyOf={({ level, type, pool }) => `${level} ${type} ${pool}`}
      nameOf={({ level }) => t('orders.levelOf', { level })}
      isQuiet={({ targets }) => targets.length === 0}
      empty={t('orders.noProgrammes')}
    />
  )
}

const MonthState = ({ month: { month, isClosed } }: MonthProps) => {
  const { t } = useTranslation()
  return <>{t(isClosed ? 'orders.closedMonth' : 'orders.openMonth', { month })}</>
}

/** Why an order does not count in the programmes of its month. */
function WhyNot({ month: { counts } }: MonthProps) {
  const { t } = useTranslation()
  if (counts === 'COUNTS') return null
  return (
    <div className="box-body">
      <Note tone="orange">{t(`orders.counts.${counts}`)}</Note>
    </div>
  )
}

function useInfinityColumns() {
  const { t } = useTranslation()
  return [
    { name: 'level', head: t('orders.level'), cell: ({ level }: InfinityLevel) => level },
    {
      name: 'partner',
      head: t('orders.partner'),
      cell: ({ partner }: InfinityLevel) => <PartnerName partner={partner} />,
    },
    {
      name: 'rank',
      head: t('orders.rank'),
      cell: ({ rang }: InfinityLevel) => rankDisplayName(rang),
    },
    {
      name: 'effective',
      head: t('orders.effective'),
      isFigure: true,
      isHelper: true,
      cell: ({ effective }: InfinityLevel) => percentText(effective),
    },
    {
      name: 'paidBefore',
      head: t('orders.paidBefore'),
      isFigure: true,
      isHelper: true,
      cell: ({ paidBefore }: InfinityLevel) => percentText(paidBefore),
    },
    {
      name: 'share',
      head: t('orders.share'),
      isFigure: true,
      cell: ({ share }: InfinityLevel) => percentText(share),
    },
    {
      name: 'eur',
      head: t('orders.value'),
      isFigure: true,
      cell: ({ eur }: InfinityLevel) => <Amount amount={eur} currency="EUR" />,
    },
    {
      name: 'amounts',
      head: t('orders.creditedAmounts'),
      isFigure: true,
      cell: ({ amounts }: InfinityLevel) => <Credited amounts={amounts} />,
    },
    {
      name: 'reason',
      head: t('orders.why'),
      cell: ({ reason, share }: InfinityLevel) =>
        reason === null
          ? share === null
            ? '–'
            : t('orders.hasShare')
          : t(`orders.infinityReasons.${reason}`),
    },
  ]
}

function ProgrammeCell({ type, pool, window }: CountingProgramme) {
  const nameOf = useProgrammeName()
  return (
    <>
      {nameOf(type)}
      {pool !== null && ` ${pool}`}
      {window !== null && (
        <span className="muted">
          {' '}
          <Instant at={window.start} /> – <Instant at={window.end} />
        </span>
      )}
    </>
  )
}

function useProgrammeColumns() {
  const { t } = useTranslation()
  return [
    { name: 'level', head: t('orders.level'), cell: ({ level }: CountingProgramme) => level },
    {
      name: 'partner',
      head: t('orders.partner'),
      cell: ({ partner }: CountingProgramme) => <PartnerName partner={partner} />,
    },
    {
      name: 'programme',
      head: t('orders.programme'),
      cell: (row: CountingProgramme) => <ProgrammeCell {...row} />,
    },
    {
      name: 'targets',
      head: t('orders.reaches'),
      isFigure: true,
      cell: ({ targets }: CountingProgramme) =>
        targets.length === 0
          ? t('orders.reachesNone')
          : targets.map((target) => (
              <div key={target}>
                <Amount amount={target} currency="EUR" />
              </div>
            )),
    },
    {
      name: 'amounts',
      head: t('orders.creditedAmounts'),
      isFigure: true,
      cell: ({ amounts }: CountingProgramme) => <Credited amounts={amounts} />,
    },
  ]
}
