import type { BonusTransaction } from '@partner-office/contracts'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { BonusAmount } from '../../parts/bonus/bonus-amount.tsx'
import { creditedQuery } from '../../parts/bonus/credited-query.ts'
import { ExplanationPanel } from '../../parts/bonus/explain/explanation-panel.tsx'
import { useExplained } from '../../parts/bonus/explain/use-explained.ts'
import { type OfferedKind, TITLES } from '../../parts/bonus/programme-titles.ts'
import { BookedMonth } from '../../parts/bonus/booked-month.tsx'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'

type BookingsProps = { readonly kind: OfferedKind }

/** Latest bookings of the programme, each with its explanation. */
export function OwnBookings({ kind }: BookingsProps) {
  const { t } = useTranslation()
  return (
    <section className="card stack gap-3" aria-labelledby="own-bookings">
      <h2 className="heading-2" id="own-bookings">
        {t('programmes.ownMonths')}
      </h2>
      <Bookings kind={kind} />
      <p>
        <AppLink to={PATHS.transactionsBonuses} className="link">
          {t('programmes.allBookings')}
        </AppLink>
      </p>
    </section>
  )
}

/** Beside the requirements: a longer list would leave the room below them empty. */
const MOST_SHOWN = 6

function Bookings({ kind }: BookingsProps) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const query = useQuery(creditedQuery(api, kind))
  return (
    <Loaded query={query} placeholder={80}>
      {({ content }) =>
        content.length === 0 ? (
          <p className="subdued">{t('programmes.noMonths')}</p>
        ) : (
          <Amounts kind={kind} records={content.slice(0, MOST_SHOWN)} />
        )
      }
    </Loaded>
  )
}

function Amounts({ kind, records }: BookingsProps & { records: readonly BonusTransaction[] }) {
  const { explained, explain, close } = useExplained(PATHS[TITLES[kind].page])
  return (
    <>
      <dl className="key-values bookings">
        {records.map((record) => (
          <div key={record.id}>
            <dt>
              <BookedMonth record={record} />
            </dt>
            <dd>
              <BonusAmount
                record={record}
                onExplain={() => explain({ recordId: String(record.id) })}
              />
            </dd>
          </div>
        ))}
      </dl>
      {explained !== null && <ExplanationPanel of={explained} onClose={close} />}
    </>
  )
}
