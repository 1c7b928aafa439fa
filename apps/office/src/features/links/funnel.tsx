import type { LinkMonth } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/formats/formats.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { Dash } from '../../parts/figures/dash.tsx'
import { percentText } from '../../parts/figures/percent-text.ts'
import { rateOf, sumOf } from './link-figures.ts'

/** The steps from a visit to a first order, each with its share of the one before. */
function useSteps({ visits, registrations, firstOrders }: ReturnType<typeof sumOf>) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const rate = (percent: string | null, key: 'links.ofVisits' | 'links.ofRegistrations') =>
    percent === null ? undefined : t(key, { percent: percentText(percent, style) })
  return [
    { label: t('links.visits'), count: visits, hint: t('links.visitsHint') },
    {
      label: t('links.registrations'),
      count: registrations,
      hint: rate(rateOf(registrations, visits), 'links.ofVisits'),
    },
    {
      label: t('links.firstOrders'),
      count: firstOrders,
      hint: rate(rateOf(firstOrders, registrations), 'links.ofRegistrations'),
    },
  ]
}

/** Visits, registrations and first orders of all months, with the rates between them. */
export function Funnel({ months }: { readonly months: readonly LinkMonth[] }) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const steps = useSteps(sumOf(months))
  const most = Math.max(1, ...steps.map(({ count }) => count ?? 0))
  return (
    <section className="card stack gap-4" aria-labelledby="links-funnel">
      <h2 className="heading-2" id="links-funnel">
        {t('links.funnel')}
      </h2>
      <dl className="stack gap-4">
        {steps.map(({ label, count, hint }) => (
          <div key={label} className="funnel-step">
            <dt>{label}</dt>
            <dd className="digits heading-2">
              {count === null ? <Dash /> : countText(count, style)}
            </dd>
            <dd className="link-bar" aria-hidden>
              <i style={{ inlineSize: `${((count ?? 0) / most) * 100}%` }} />
            </dd>
            {hint !== undefined && <dd className="meta">{hint}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
