import type { RulePartner } from '@partner-office/contracts'
import { Avatar, Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../lib/session/profile.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { useWindowClass } from '../../lib/browser/window-class.ts'
import { Amount } from '../figures/amount.tsx'
import { percentText, shareText } from '../figures/percent-text.ts'
import { exactPercent } from '../figures/eur.ts'

type RulePartnersProps = {
  readonly label: string
  readonly partners: readonly RulePartner[]
  /** Units: EUR. */
  readonly target: string
}

/** Partners under the 50 % rule: a table, on phones a list. */
export function RulePartners({ label, partners, target }: RulePartnersProps) {
  const { t } = useTranslation()
  const isPhone = useWindowClass() === 'phone'
  // Only its place identifies a partner: the answer holds no ids.
  const placed = partners.map((partner, place) => ({ partner, place, target }))
  if (isPhone) {
    return (
      <ul className="list boxed" aria-label={label}>
        {placed.map(({ place, ...rest }) => (
          <PartnerItem key={place} {...rest} />
        ))}
      </ul>
    )
  }
  return (
    <div className="boxed">
      <Table
        className="rule-table"
        caption={label}
        columns={[
          { text: t('rule.partner') },
          { text: t('rule.share'), isFigure: true },
          { text: t('rule.turnover'), isFigure: true },
          { text: t('rule.countsEur'), isFigure: true },
        ]}
      >
        {placed.map(({ place, ...rest }) => (
          <PartnerRow key={place} {...rest} />
        ))}
      </Table>
    </div>
  )
}

type PartnerProps = { readonly partner: RulePartner; readonly target: string }

function PartnerRow({ partner, target }: PartnerProps) {
  return (
    <tr>
      <th scope="row">
        <Who partner={partner} />
      </th>
      <td className="figure-cell">
        <Share partner={partner} target={target} />
      </td>
      <td className="figure-cell">
        <Amount amount={partner.turnover} currency="EUR" isBare />
      </td>
      <td className="figure-cell strong">
        <Amount amount={partner.turnoverQualified} currency="EUR" isBare />
      </td>
    </tr>
  )
}

function PartnerItem({ partner, target }: PartnerProps) {
  const { t } = useTranslation()
  return (
    <li className="stack gap-1">
      <Who partner={partner} />
      <dl className="rule-figures">
        <div>
          <dt>{t('rule.share')}</dt>
          <dd>
            <Share partner={partner} target={target} />
          </dd>
        </div>
        <div>
          <dt>{t('rule.turnoverShort')}</dt>
          <dd>
            <Amount amount={partner.turnover} currency="EUR" />
          </dd>
        </div>
        <div>
          <dt>{t('rule.counts')}</dt>
          <dd className="strong">
            <Amount amount={partner.turnoverQualified} currency="EUR" />
          </dd>
        </div>
      </dl>
    </li>
  )
}

function Who({ partner }: { partner: RulePartner }) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { leg, percent } = partner
  const name = fullNameOf(partner) || t('common.noname')
  return (
    <span className="in-row gap-3">
      <Avatar name={name} src={partner.avatar} />
      <span className="grow">
        <span className="medium-weight block">
          <bdi>{name}</bdi>
        </span>
        {leg !== null && percent !== null && (
          <span className="caption block">
            {t('rule.legCap', { number: leg, percent: shareText(percent, style) })}
          </span>
        )}
      </span>
    </span>
  )
}

function Share({ partner, target }: PartnerProps) {
  const { style } = useFormat()
  return (
    <span className="digits">{percentText(exactPercent(partner.turnover, target), style)}</span>
  )
}
