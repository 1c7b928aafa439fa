import type { SignedDisclosure } from '@partner-office/contracts'
import { Gem, Stat, Stats, Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../lib/queries/ranks.ts'
import { Dash } from '../../parts/figures/dash.tsx'
import { usePublicPage } from '../../parts/public/public-page.ts'
import { useFigures } from './use-figures.ts'

type Group = SignedDisclosure['disclosure']['groups'][number]
type Numbers = Group['numbers']

type IncomeGroupsProps = {
  /** What the groups are of: the month, or the twelve months. */
  readonly title: string
  readonly groups: readonly Group[]
}

/** Every group with its numbers: a table where it fits, else a list. The page has no script that could choose. */
export function IncomeGroups({ title, groups }: IncomeGroupsProps) {
  return (
    <>
      <GroupTable title={title} groups={groups} />
      <GroupList title={title} groups={groups} />
    </>
  )
}

const PERCENTILES = { p25: '25', median: '50', p75: '75', p90: '90', p99: '99' } as const
const PERCENTILE_NAMES = Object.keys(PERCENTILES) as readonly (keyof typeof PERCENTILES)[]

type Column = { readonly text: string; readonly valueOf: (numbers: Numbers) => string | null }

/** The columns behind the name of a group. */
function useColumns(): readonly Column[] {
  const { t } = useTranslation()
  const { eur, share, count } = useFigures()
  const amount = (value: string | null) => value && eur(value)
  return [
    { text: t('income.partners'), valueOf: ({ members }) => count(members) },
    { text: t('income.nothing'), valueOf: ({ withoutIncome }) => share(withoutIncome) },
    ...PERCENTILE_NAMES.map((name) => ({
      text: share(PERCENTILES[name]),
      valueOf: (numbers: Numbers) => amount(numbers[name]),
    })),
    { text: t('income.mean'), valueOf: ({ mean }) => amount(mean) },
    { text: t('income.highest'), valueOf: ({ maximumUpTo }) => amount(maximumUpTo) },
    { text: t('income.buyers'), valueOf: ({ withPurchases }) => share(withPurchases) },
    { text: t('income.purchases'), valueOf: ({ purchaseMedian }) => amount(purchaseMedian) },
  ]
}

const keyOf = ({ of, names }: Group): string => [of, ...names].join(' ')

function GroupTable({ title, groups }: IncomeGroupsProps) {
  const { t } = useTranslation()
  const columns = useColumns()
  const caption = `${t('income.groups')}: ${title}`
  return (
    <div className="card flush income-table" role="region" aria-label={caption} tabIndex={0}>
      <Table
        caption={caption}
        columns={[
          { text: t('income.group') },
          ...columns.map(({ text }) => ({ text, isFigure: true })),
        ]}
      >
        {groups.map((group) => (
          <tr key={keyOf(group)}>
            <th scope="row">
              <GroupName group={group} />
            </th>
            {columns.map(({ text, valueOf }) => (
              <td key={text} className="figure-cell">
                {valueOf(group.numbers) ?? <Dash />}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  )
}

function GroupList({ title, groups }: IncomeGroupsProps) {
  const { t } = useTranslation()
  const columns = useColumns()
  return (
    <ul className="income-list" aria-label={`${t('income.groups')}: ${title}`}>
      {groups.map((group) => (
        <li key={keyOf(group)} className="card stack gap-3">
          <h4 className="heading-2">
            <GroupName group={group} />
          </h4>
          <Stats columns={3}>
            {columns.map(({ text, valueOf }) => (
              <Stat key={text} label={text}>
                <span className="digits">{valueOf(group.numbers) ?? <Dash />}</span>
              </Stat>
            ))}
          </Stats>
        </li>
      ))}
    </ul>
  )
}

/** A group in words; a single rank with its gem. */
function GroupName({ group: { of, names } }: { readonly group: Group }) {
  const { t } = useTranslation()
  const { locale } = usePublicPage()
  const rank = (code: string | undefined) => t(rankNameKey(code ?? ''))
  if (of === 'all') return t('income.all')
  if (of === 'active') return t('income.active')
  if (of === 'otherCountries') return t('income.otherCountries')
  if (of === 'country') return countryName(names[0] ?? '', locale)
  if (names.length > 1) return t('income.fromTo', { from: rank(names[0]), to: rank(names.at(-1)) })
  return (
    <span className="in-row">
      <Gem code={names[0] ?? ''} size={20} />
      {rank(names[0])}
    </span>
  )
}

const countryName = (code: string, locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
