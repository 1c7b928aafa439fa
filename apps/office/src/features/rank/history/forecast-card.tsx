import type { RankForecast } from '@partner-office/contracts'
import { Gem, Note } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { monthShown } from '../../../lib/formats/formats.ts'
import { useLocale } from '../../../lib/formats/locale.ts'
import { rankNameKey } from '../../../lib/queries/ranks.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { fullNameOf } from '../../../lib/session/profile.ts'
import { Amount } from '../../../parts/figures/amount.tsx'
import { drawnPercent, highestOf } from '../../../parts/figures/eur.ts'
import { rankForecastQuery } from './rank-past-queries.ts'

/** When the next rank may come, or why it cannot be said. Source: requirements RKH-003, RKH-004; decisions D-179. */
export function ForecastCard() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const forecast = useQuery(rankForecastQuery(api))
  return (
    <section className="card stack gap-4" aria-labelledby="rank-forecast">
      <h2 className="heading-2" id="rank-forecast">
        {t('rankForecast.title')}
      </h2>
      <Loaded query={forecast} placeholder={420}>
        {(data) => <Forecast forecast={data} />}
      </Loaded>
    </section>
  )
}

type ForecastProps = { readonly forecast: RankForecast }

function Forecast({ forecast }: ForecastProps) {
  const { t } = useTranslation()
  const { rang, missing, increases } = forecast
  return (
    <>
      {rang !== null && <NextRank rang={rang} missing={missing!} />}
      <Answer forecast={forecast} />
      {increases.length > 0 && <Increases increases={increases} />}
      <Note>
        {t('rankForecast.promise')} <Capped forecast={forecast} />
      </Note>
    </>
  )
}

function NextRank({ rang, missing }: { readonly rang: string; readonly missing: string }) {
  const { t } = useTranslation()
  return (
    <div className="in-row between wrap">
      <div className="in-row gap-3">
        <Gem code={rang} size={44} />
        <div>
          <p className="label">{t('dashboard.nextRank')}</p>
          <p className="heading-2">{t(rankNameKey(rang))}</p>
        </div>
      </div>
      <p className="to-end">
        <Amount amount={missing} currency="EUR" size="m" />
        <span className="meta block">{t('dashboard.toGo')}</span>
      </p>
    </div>
  )
}

function Answer({ forecast }: ForecastProps) {
  const { t } = useTranslation()
  const { state, reason } = forecast
  if (state === 'UNKNOWN') {
    return (
      <div>
        <p className="heading-3">{t('rankForecast.unknown')}</p>
        <p className="subdued">{t(`rankForecast.reason.${reason!}`)}</p>
      </div>
    )
  }
  return (
    <div>
      <p className="heading-3">
        <Span forecast={forecast} />
      </p>
      <p className="subdued">{t('rankForecast.basis')}</p>
    </div>
  )
}

/** The span of months in words. */
function Span({ forecast: { state, from, to } }: ForecastProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  if (state === 'LATE') return t('rankForecast.late')
  const first = monthShown(from!, locale)
  if (state === 'OPEN') return t('rankForecast.open', { from: first })
  return t('rankForecast.range', { from: first, to: monthShown(to!, locale) })
}

/** The increases that the forecast comes from, each with its amount beside its bar. */
function Increases({ increases }: Pick<RankForecast, 'increases'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const scale = highestOf(increases.map(({ amount }) => amount))
  return (
    <div className="stack">
      <h3 className="heading-3" id="rank-increases">
        {t('rankForecast.increases')}
      </h3>
      <dl className="increases" aria-labelledby="rank-increases">
        {increases.map(({ month, amount }) => (
          <div key={month}>
            <dt>{monthShown(month, locale)}</dt>
            <dd>
              <span className="lane" aria-hidden>
                <i style={{ inlineSize: `${Math.max(0, drawnPercent(amount, scale))}%` }} />
              </span>
              <Amount amount={amount} currency="EUR" />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Capped({ forecast: { capped } }: ForecastProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  if (capped.length === 0) return null
  const names = capped.map((partner) => fullNameOf(partner) || t('common.noname'))
  return t('rankForecast.capped', { names: new Intl.ListFormat(locale).format(names) })
}
