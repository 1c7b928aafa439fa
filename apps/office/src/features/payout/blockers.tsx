import { fraction } from '@partner-office/domain'
import { buttonClass, Chip, Icon, type IconName } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { dateText, timeText } from '../../lib/formats/formats.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { passportPageAt } from '../../lib/navigation/passport-pages.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import type { PayoutStanding } from '../../lib/queries/payout-standing.ts'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { NotFree } from './not-free.tsx'
import {
  freeOf,
  hasBalance,
  hasFree,
  isPartHeld,
  leftTodayOf,
  type PayoutOption,
} from './payout-model.ts'
import type { PayoutPage } from './use-payout-page.ts'

/** One thing that a payout needs: whether it is there, and what clears it. */
export type Line = {
  /** The code that the service refuses with while it is missing. */
  readonly code: string
  readonly isClear: boolean
  readonly title: string
  readonly hint: string
  /** The way to clear it. */
  readonly action?: ReactNode
}

type LinesOptions = {
  readonly data: PayoutPage
  readonly option: PayoutOption | undefined
}

/** The heading of the list, for links to it. */
const LIST = 'payout-blocks'

type LinesProps = { readonly lines: readonly Line[] }

type BlockersProps = LinesProps & {
  readonly standing: PayoutStanding
  readonly option: PayoutOption | undefined
}

/**
 * Everything that a payout needs: what is missing, with the way to it, what of the balances cannot be paid out now, and one line for
 * all that is there.
 */
export function Blockers({ lines, standing, option }: BlockersProps) {
  const { t } = useTranslation()
  const missing = lines.filter(({ isClear }) => !isClear)
  const passed = lines.filter(({ isClear }) => isClear)
  return (
    <section className="card stack gap-4 payout-blockers" aria-labelledby={LIST}>
      <div className="card-head">
        <h2 className="heading-2" id={LIST} tabIndex={-1}>
          {t('payout.blocks')}
        </h2>
        <MissingChip lines={lines} />
      </div>
      {missing.length > 0 && <Checks lines={missing} />}
      <NotFree standing={standing} option={option} />
      {passed.length > 0 && (
        <details>
          <summary>
            <span className="check-mark is-met">
              <Icon name="check" size={14} />
            </span>
            {t('payout.passed', { count: passed.length })}
          </summary>
          <Checks lines={passed} />
        </details>
      )}
    </section>
  )
}

function MissingChip({ lines }: LinesProps) {
  const { t } = useTranslation()
  const missing = lines.filter(({ isClear }) => !isClear).length
  if (missing === 0) return null
  return (
    <Chip tone="orange" icon="warning">
      {t('payout.missing', { count: missing })}
    </Chip>
  )
}

/** Beside the button that goes on, which may be far from the list: what is missing, and a link to it. */
export function MissingNote({ lines }: LinesProps) {
  const { t } = useTranslation()
  if (lines.every(({ isClear }) => isClear)) return null
  const goToList = () => document.getElementById(LIST)?.focus()
  return (
    <p className="in-row wrap">
      <button type="button" className="link" onClick={goToList}>
        {t('payout.blocks')}
      </button>
      <MissingChip lines={lines} />
    </p>
  )
}

const Checks = ({ lines }: LinesProps) => (
  <ul className="checks">
    {lines.map((line) => (
      <Check key={line.code} line={line} />
    ))}
  </ul>
)

function Check({ line: { isClear, title, hint, action } }: { readonly line: Line }) {
  const { t } = useTranslation()
  const icon: IconName = isClear ? 'check' : 'warning'
  return (
    <li>
      <span className={isClear ? 'check-mark is-met' : 'check-mark'}>
        <Icon name={icon} size={14} />
        <span className="visually-hidden">
          {t(isClear ? 'payout.isClear' : 'payout.isMissing')}
        </span>
      </span>
      <div className="grow">
        <p className="medium-weight">{title}</p>
        <p className="meta">{hint}</p>
      </div>
      {!isClear && action}
    </li>
  )
}

/** The needs of a payout, in the order of the design. */
export function useLines({ data, option }: LinesOptions): readonly Line[] {
  const { t } = useTranslation()
  const locale = useLocale()
  const { config } = useOffice()
  const passport = data.verifications.find(({ documentType }) => documentType === 'PASSPORT')
  const isVerified = passport?.status === 'APPROVED'
  const lines: Line[] = [
    {
      code: 'user_not_verified',
      isClear: isVerified,
      title: t(isVerified ? 'payout.verified' : 'payout.notVerified'),
      hint: isVerified ? dateText(passport.updatedAt) : t('payout.notVerifiedHint'),
      action: (
        <a
          className="button button-secondary button-small"
          href={passportPageAt(config, locale, 'passport', 'payout')}
        >
          {t('payout.verify')}
        </a>
      ),
    },
    {
      code: '2fa_disabled',
      isClear: true,
      title: t('payout.authenticator'),
      hint: t('payout.authenticatorHint'),
    },
  ]
  const ofBalance = useBalanceLines(option)
  const ofStanding = useStandingLines(data.standing)
  return [...lines, ...ofStanding.slice(0, 1), ...ofBalance, ...ofStanding.slice(1)]
}

function useBalanceLines(option: PayoutOption | undefined): readonly Line[] {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  if (option === undefined) return []
  const { balance, currencyFrom, limits } = option
  const shown = (amount: string) => amountText(amount, currencyFrom)
  const left = leftTodayOf(option)
  const funds: Line = {
    code: 'not_enough_funds',
    isClear: hasFree(option),
    title: t(fundsTitle(option)),
    hint: isPartHeld(option)
      ? t('payout.freeOf', { free: shown(freeOf(option)), balance: shown(balance) })
      : t('payout.balanceOf', { amount: shown(balance) }),
  }
  if (left === null || limits.dailyLimit === null) return [funds]
  const today: Line = {
    code: 'daily_limit',
    isClear: fraction(left).num > 0n,
    title: t('payout.dailyLimit'),
    hint: t('payout.leftUntilMidnight', {
      left: shown(left),
      limit: shown(limits.dailyLimit),
    }),
  }
  return [today, funds]
}

const fundsTitle = (option: PayoutOption) => {
  if (hasFree(option)) return 'payout.hasMoney'
  return hasBalance(option) ? 'payout.nothingFree' : 'payout.noMoney'
}

/** How many payouts are pending, and whether payouts are open. */
function useStandingLines(standing: PayoutStanding): readonly Line[] {
  const { t } = useTranslation()
  const { pending, maxPending, isLocked, isStopped, waitsUntil, checkedAt } = standing
  const more = Math.max(0, maxPending - pending)
  const open = isStopped
    ? { title: t('payout.stopped'), hint: t('payout.stoppedHint') }
    : isLocked
      ? { title: t('payout.locked'), hint: t('payout.lockedHint') }
      : waitsUntil !== null
        ? { title: t('payout.waits'), hint: t('payout.waitsHint', { time: timeText(waitsUntil) }) }
        : { title: t('payout.open'), hint: t('payout.openHint', { time: timeText(checkedAt) }) }
  return [
    {
      code: 'pending_count_limit',
      isClear: more > 0,
      title: t('payout.pending', { count: pending, most: maxPending }),
      hint: more > 0 ? t('payout.canRequest', { count: more }) : t('payout.waitForOne'),
      action: (
        <AppLink
          to={PATHS.transactionsPayouts}
          search={{ status: 'PENDING' }}
          className={buttonClass({ size: 'sm' })}
        >
          {t('payout.history')}
        </AppLink>
      ),
    },
    {
      code: 'payout_is_disabled',
      isClear: !isLocked && waitsUntil === null,
      ...open,
      action: isLocked && (
        <AppLink to={PATHS.support} className={buttonClass({ size: 'sm' })}>
          {t('menu.support')}
        </AppLink>
      ),
    },
  ]
}
