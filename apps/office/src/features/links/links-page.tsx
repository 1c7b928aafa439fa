import type { LinkMonth } from '@partner-office/contracts'
import { Note } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { ShareLinks } from '../../parts/referral/share-links.tsx'
import { Funnel } from './funnel.tsx'
import { linksQuery } from './links-query.ts'
import './links.css'
import { LinkMonths } from './link-months.tsx'

/** What the partner's links bring, by month. Source: requirements LNK-001. */
export function LinksPage() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const months = useQuery(linksQuery(api))
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t('links.title')}</h1>
          <p className="meta">{t('links.hint')}</p>
        </div>
      </div>
      <div className="stack gap-5">
        {/* Thirteen months are longer than a screen. */}
        <Loaded query={months} placeholder={1_200} isCard>
          {(data) => <Statistics months={data} />}
        </Loaded>
        <ShareLinks isOfStatistics />
        <p className="meta">{t('links.note')}</p>
      </div>
    </>
  )
}

function Statistics({ months }: { readonly months: readonly LinkMonth[] }) {
  const { t } = useTranslation()
  return (
    <>
      {months[0]!.visits === null && <Note>{t('links.off')}</Note>}
      <div className="stack gap-5">
        <Funnel months={months} />
        <LinkMonths months={months} />
      </div>
    </>
  )
}
