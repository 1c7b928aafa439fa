import type { RulePartner } from '@partner-office/contracts'
import { Button, Dialog, Key, Note } from '@partner-office/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useProfile } from '../../lib/session/profile.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import { Amount } from '../figures/amount.tsx'
import { shareText } from '../figures/percent-text.ts'
import './rule.css'
import { remainder } from '../figures/eur.ts'
import type { Rule } from './rule.ts'
import { RulePartners } from './rule-partners.tsx'

const STEP = 20

type RuleDialogProps = { readonly rule: Rule; readonly onClose: () => void }

/** Shows how much of every leg counts. Source: requirements RNK-014, RNK-015; decisions C1, D-044. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const { t } = useTranslation()
  const restricted = rule.topPartners.filter(({ qualified }) => qualified)
  const others = rule.topPartners.filter(({ qualified }) => !qualified)
  return (
    <Dialog
      wide
      title={rule.title}
      hint={<Caps rule={rule} />}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <div className="stack gap-6">
        <Equation rule={rule} />
        <Group title={t('rule.restricted')}>
          <RulePartners
            label={t('rule.restricted')}
            partners={restricted}
            target={rule.targetTurnover}
          />
        </Group>
        {others.length > 0 && <Others rule={rule} partners={others} restricted={restricted} />}
        <Note>{rule.hint}</Note>
      </div>
    </Dialog>
  )
}

function Caps({ rule: { shares, targetTurnover } }: { rule: Rule }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { amountText, style } = useFormat()
  const caps = shares.map((share, at) =>
    t('rule.cap', { number: at + 1, percent: shareText(share, style) }),
  )
  return t('rule.target', {
    target: amountText(targetTurnover, 'EUR'),
    caps: new Intl.ListFormat(locale, { type: 'unit' }).format(caps),
  })
}

/** The three figures that add up. */
function Equation({ rule: { totalTurnover, countingTurnover } }: { rule: Rule }) {
  const { t } = useTranslation()
  const above = remainder(totalTurnover, [countingTurnover])
  return (
    <dl className="equation">
      <Term label={t('dashboard.totalTurnover')} amount={totalTurnover} />
      <Term op="−" label={<Key tone="hatched">{t('rule.aboveCaps')}</Key>} amount={above} />
      <Term op="=" label={t('rule.counts')} amount={countingTurnover} />
    </dl>
  )
}

type TermProps = { readonly op?: '−' | '='; readonly label: ReactNode; readonly amount: string }

function Term({ op, label, amount }: TermProps) {
  return (
    <div className="stat" data-op={op}>
      <dt>{label}</dt>
      <dd>
        <Amount amount={amount} currency="EUR" size="m" />
      </dd>
    </div>
  )
}

type GroupProps = { readonly title: string; readonly children: ReactNode }

function Group({ title, children }: GroupProps) {
  return (
    <section className="stack">
      <h3 className="heading-3">{title}</h3>
      {children}
    </section>
  )
}

type OthersProps = {
  readonly rule: Rule
  readonly partners: readonly RulePartner[]
  readonly restricted: readonly RulePartner[]
}

/** Partners without a cap, the largest first; the legs that are not shown are summed up. */
function Others({ rule, partners, restricted }: OthersProps) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { teamFl } = useProfile()
  const [most, setMost] = useState(STEP)
  const shown = partners.slice(0, most)
  const left = partners.length - shown.length
  const legs = [...restricted, ...shown]
  const unshown = teamFl - legs.length
  const together = remainder(
    rule.totalTurnover,
    legs.map(({ turnover }) => turnover),
  )
  return (
    <Group title={t('rule.inFull')}>
      <RulePartners label={t('rule.inFull')} partners={shown} target={rule.targetTurnover} />
      {unshown > 0 && (
        <p className="meta">
          {t('rule.together', { count: unshown, amount: amountText(together, 'EUR') })}
        </p>
      )}
      {left > 0 && (
        <Button size="sm" onClick={() => setMost(most + STEP)}>
          {t('rule.more', { count: Math.min(STEP, left) })}
        </Button>
      )}
    </Group>
  )
}
