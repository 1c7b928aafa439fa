import { numberLanguage } from '@partner-office/locales'
import { Gem, Key, Money } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { type NumberStyle, shownAmount } from '../../lib/formats/formats.ts'
import { rankNameKey } from '../../lib/queries/ranks.ts'
import { percentText } from '../../parts/figures/percent-text.ts'
import { SignInButtons } from './sign-in-buttons.tsx'

/** Headline and lead of the landing page, beside the rank widget with demo figures. Source: requirements LND-003. */
export function Hero({ locale }: { readonly locale: string }) {
  const { t } = useTranslation()
  return (
    <section className="hero" aria-label={t('home.hero')}>
      <div className="hero-words">
        <h1 className="hero-title">{t('home.title')}</h1>
        <p className="hero-text">{t('home.text')}</p>
        <SignInButtons />
      </div>
      <DemoRank style={{ locale: numberLanguage(locale), isPlain: false }} />
    </section>
  )
}

/** Demo figures in EUR. The widths of the bar in `landing.css` are the shares of these amounts. */
const DEMO = {
  rank: 'SAPPHIRE',
  target: '50000',
  counted: '47050',
  toGo: '2950',
  percent: '94.1',
  leg1: '25000',
  leg2: '12860',
  others: '9190',
  aboveCap: '5760',
} as const

function DemoRank({ style }: { readonly style: NumberStyle }) {
  const { t } = useTranslation()
  return (
    <figure className="card demo stack gap-4">
      <div className="in-row between wrap">
        <span className="in-row gap-3">
          <Gem code={DEMO.rank} size={44} />
          <span className="stack">
            <span className="meta">{t('home.nextRank')}</span>
            <span className="heading-2">{t(rankNameKey(DEMO.rank))}</span>
          </span>
        </span>
        <span className="to-end">
          <span className="block">{eur(DEMO.toGo, style, 'l')}</span>
          <span className="meta">{t('home.toGo')}</span>
        </span>
      </div>
      <DemoBar style={style} />
      <DemoLegs style={style} />
      <figcaption className="caption">{t('home.example')}</figcaption>
    </figure>
  )
}

function DemoBar({ style }: { readonly style: NumberStyle }) {
  const percent = percentText(DEMO.percent, style)
  return (
    <div className="stack">
      <div className="progress-bar large demo-bar" role="img" aria-label={percent}>
        <i className="tone-leg1" />
        <i className="tone-leg2" />
        <i className="tone-others" />
      </div>
      <div className="in-row between meta">
        <span>
          {eur(DEMO.counted, style)} / {eur(DEMO.target, style)}
        </span>
        <b className="digits">{percent}</b>
      </div>
    </div>
  )
}

function DemoLegs({ style }: { readonly style: NumberStyle }) {
  const { t } = useTranslation()
  const lines = [
    { tone: 'leg1', label: t('home.leg1'), amount: DEMO.leg1 },
    { tone: 'leg2', label: t('home.leg2'), amount: DEMO.leg2 },
    { tone: 'others', label: t('home.otherLegs'), amount: DEMO.others },
    { tone: 'hatched', label: t('home.aboveCap'), amount: DEMO.aboveCap },
  ] as const
  return (
    <dl className="key-values">
      {lines.map(({ tone, label, amount }) => (
        <div key={tone}>
          <dt>
            <Key tone={tone}>{label}</Key>
          </dt>
          <dd>{eur(amount, style)}</dd>
        </div>
      ))}
    </dl>
  )
}

const eur = (amount: string, style: NumberStyle, size: 'md' | 'l' = 'md'): ReactNode => (
  <Money {...shownAmount(amount, 'EUR', style)} size={size} />
)
