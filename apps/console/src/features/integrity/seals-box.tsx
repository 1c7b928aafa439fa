import { KeyValues } from '@partner-office/ui'
import { Box, ProofHash } from '@partner-office/ui/console'
import { useCopy } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { Instant } from '../../lib/instant.tsx'
import { countText } from '../../lib/figures.ts'
import type { Integrity } from './integrity.ts'

type SealsBoxProps = { readonly integrity: Integrity }

/** The newest seals of history and ledger: what they cover, and since when. Source: requirements AUD-005. */
export function SealsBox({ integrity: { history, ledger } }: SealsBoxProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('integrity.seals')}>
      <section className="stack gap-1">
        <h3 className="heading-3">{t('integrity.chains.history')}</h3>
        {history === null ? <NotYet /> : <History seal={history} />}
      </section>
      <section className="stack gap-1">
        <h3 className="heading-3">{t('integrity.chains.ledger')}</h3>
        {ledger === null ? <NotYet /> : <Ledger seal={ledger} />}
      </section>
    </Box>
  )
}

function NotYet() {
  const { t } = useTranslation()
  return <p className="muted">{t('integrity.noSeal')}</p>
}

function History({ seal }: { readonly seal: NonNullable<Integrity['history']> }) {
  const { t } = useTranslation()
  const { number, lastFact, lastEntry, lastAudit, lastTransferId, hash, sealedAt } = seal
  return (
    <KeyValues
      items={[
        { label: t('integrity.sealNumber'), value: countText(number) },
        { label: t('integrity.sealed'), value: <Instant at={sealedAt} isExact /> },
        {
          label: t('integrity.covers'),
          value: t('integrity.coversHistory', {
            fact: countText(lastFact),
            entry: countText(lastEntry),
            audit: countText(lastAudit),
            transfer: countText(lastTransferId),
          }),
        },
        { label: t('audit.hash'), value: <Hash hash={hash} /> },
      ]}
    />
  )
}

function Ledger({ seal }: { readonly seal: NonNullable<Integrity['ledger']> }) {
  const { t } = useTranslation()
  const { firstTransferId, lastTransferId, transfers, hash, sealedAt } = seal
  return (
    <KeyValues
      items={[
        { label: t('integrity.sealed'), value: <Instant at={sealedAt} isExact /> },
        {
          label: t('integrity.covers'),
          value: t('integrity.coversTransfers', {
            count: transfers,
            transfers: countText(transfers),
            first: countText(firstTransferId),
            last: countText(lastTransferId),
          }),
        },
        { label: t('audit.hash'), value: <Hash hash={hash} /> },
      ]}
    />
  )
}

function Hash({ hash }: { readonly hash: string }) {
  const { t } = useTranslation()
  const copy = useCopy()
  return <ProofHash hash={hash} copyLabel={t('audit.copyHash')} onCopy={() => copy(hash)} />
}
