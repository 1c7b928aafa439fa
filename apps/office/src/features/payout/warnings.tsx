import { similarAddress } from '@partner-office/domain'
import { Button, Note } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { dateText, timeText } from '../../lib/formats/formats.ts'
import type { PayoutStanding } from '../../lib/queries/payout-standing.ts'

type WarningsProps = {
  readonly standing: PayoutStanding
  readonly to: string
  readonly address: string
  readonly onAddress: (address: string) => void
}

/** What is unusual about a payout; nothing of it blocks. Source: requirements PAY-083; decisions D-143. */
export function Warnings({ standing, to, address, onAddress }: WarningsProps) {
  const { t } = useTranslation()
  const earlier = standing.addresses.filter((each) => each.to === to).map((each) => each.address)
  const similar = similarAddress(address, earlier)
  const isNew = address !== '' && similar === null && !earlier.includes(address)
  return (
    <div className="stack gap-3" role="status">
      {similar !== null && (
        <SimilarAddress before={similar} now={address} onUse={() => onAddress(similar)} />
      )}
      {isNew && earlier.length > 0 && (
        <Note tone="orange">
          <b>{t('payout.newAddress')}</b> {t('payout.newAddressHint')}
          {standing.holdHours > 0 && ` ${t('payout.held', { count: standing.holdHours })}`}
        </Note>
      )}
      <Changed at={standing.passwordChangedAt} what="payout.passwordChanged" />
      <Changed at={standing.authenticatorChangedAt} what="payout.authenticatorChanged" />
    </div>
  )
}

type ChangedProps = {
  readonly at: number | null
  readonly what: 'payout.passwordChanged' | 'payout.authenticatorChanged'
}

function Changed({ at, what }: ChangedProps) {
  const { t } = useTranslation()
  if (at === null) return null
  return (
    <Note tone="orange" icon="lock">
      <b>{t(what, { date: dateText(at), time: timeText(at) })}</b> {t('payout.notYou')}
    </Note>
  )
}

type SimilarProps = {
  readonly before: string
  readonly now: string
  readonly onUse: () => void
}

function SimilarAddress({ before, now, onUse }: SimilarProps) {
  const { t } = useTranslation()
  return (
    <Note tone="orange">
      <div className="stack gap-3">
        <p>
          <b>{t('payout.similar')}</b> {t('payout.similarHint')}
        </p>
        <dl className="payout-compare">
          <dt>{t('payout.before')}</dt>
          <dd dir="ltr">
            <Marked text={before} other={now} />
          </dd>
          <dt>{t('payout.now')}</dt>
          <dd dir="ltr">
            <Marked text={now} other={before} />
          </dd>
        </dl>
        <div className="in-row wrap">
          <Button size="sm" onClick={onUse}>
            {t('payout.useEarlier')}
          </Button>
        </div>
      </div>
    </Note>
  )
}

/** A text whose characters that differ from another text are marked. */
function Marked({ text, other }: { readonly text: string; readonly other: string }) {
  return [...text].map((letter, index) =>
    letter === other[index] ? letter : <mark key={index}>{letter}</mark>,
  )
}
