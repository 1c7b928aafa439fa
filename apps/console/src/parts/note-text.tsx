import type { PartnerNote } from '@partner-office/contracts'
import { StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { Instant } from '../lib/instant.tsx'

/** The text as it was written; of a note that was struck out also when, by whom and why. Source: requirements PTR-011. */
export function NoteText({ note: { text, struck, isForPartner } }: { readonly note: PartnerNote }) {
  const { t } = useTranslation()
  return (
    <>
      {isForPartner && <StateMark state="attention">{t('notes.forPartner')}</StateMark>}
      <bdi className="entry-text block">{struck === null ? text : <del>{text}</del>}</bdi>
      {struck !== null && (
        <span className="caption block">
          {t('notes.struck')} <Instant at={struck.at} />, <bdi>{struck.by.email}</bdi>:{' '}
          <bdi>{struck.reason}</bdi>
        </span>
      )}
    </>
  )
}
