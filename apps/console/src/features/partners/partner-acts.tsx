import {
  type CallInput,
  type ConsolePartner,
  getPartner,
  postPartnerGuard,
  postPartnerHelp,
} from '@partner-office/contracts'
import { type IconName, Menu, MenuItem } from '@partner-office/ui'
import { PreviewBlock } from '@partner-office/ui/console'
import { useQueryClient } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { hasOneOf } from '../../lib/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'

type Guard = CallInput<typeof postPartnerGuard>['body']['act']
type Help = CallInput<typeof postPartnerHelp>['body']['act']
type Act = Guard | Help

const GUARDS = new Set<string>(['BLOCK', 'UNBLOCK', 'RESET_SECOND_FACTOR'])
const isGuard = (act: Act): act is Guard => GUARDS.has(act)

/** The acts that a partner's state admits, and whether the state shows an act as done. */
const IS_POSSIBLE: Readonly<Record<Act, (partner: ConsolePartner) => boolean>> = {
  BLOCK: ({ blocked }) => blocked === null,
  UNBLOCK: ({ blocked }) => blocked !== null,
  RESET_SECOND_FACTOR: ({ hasSecondFactor }) => hasSecondFactor,
  HIDE: ({ hidden }) => hidden === null,
  SHOW: ({ hidden }) => hidden !== null,
  UNLOCK_SIGN_IN: ({ signInLockedUntil }) => signInLockedUntil !== null,
  UNLOCK_PAYOUTS: ({ payoutsLockedAt }) => payoutsLockedAt !== null,
}
const ACTS = Object.keys(IS_POSSIBLE) as Act[]

/** Sentences about an act; `count` in them is that of the partner's sessions. */
type About = {
  readonly icon: IconName
  readonly changes: readonly ParseKeys[]
  readonly stays: readonly ParseKeys[]
}

const ABOUT: Readonly<Record<Act, About>> = {
  BLOCK: {
    icon: 'lock',
    changes: [
      'partners.acts.BLOCK.office',
      'partners.acts.BLOCK.shares',
      'partners.acts.BLOCK.payouts',
    ],
    stays: ['partners.acts.BLOCK.stays', 'partners.acts.BLOCK.undone'],
  },
  UNBLOCK: {
    icon: 'check',
    changes: ['partners.acts.UNBLOCK.changes'],
    stays: ['partners.acts.UNBLOCK.stays'],
  },
  RESET_SECOND_FACTOR: {
    icon: 'key',
    changes: [
      'partners.acts.RESET_SECOND_FACTOR.removed',
      'partners.acts.RESET_SECOND_FACTOR.sessions',
      'partners.acts.RESET_SECOND_FACTOR.payouts',
    ],
    stays: ['partners.acts.RESET_SECOND_FACTOR.stays'],
  },
  HIDE: {
    icon: 'eye-off',
    changes: ['partners.acts.HIDE.changes'],
    stays: ['partners.acts.HIDE.stays'],
  },
  SHOW: {
    icon: 'eye',
    changes: ['partners.acts.SHOW.changes'],
    stays: ['partners.acts.SHOW.stays'],
  },
  UNLOCK_SIGN_IN: {
    icon: 'person',
    changes: ['partners.acts.UNLOCK_SIGN_IN.changes'],
    stays: ['partners.acts.UNLOCK_SIGN_IN.stays'],
  },
  UNLOCK_PAYOUTS: {
    icon: 'wallet',
    changes: ['partners.acts.UNLOCK_PAYOUTS.changes'],
    stays: ['partners.acts.UNLOCK_PAYOUTS.stays'],
  },
}

type PartnerActsProps = { readonly partner: ConsolePartner }

/** What may be done with a partner now, by the roles of the operator. Source: requirements PTR-008. */
export function PartnerActs({ partner }: PartnerActsProps) {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const [act, setAct] = useState<Act | null>(null)
  const acts = ACTS.filter(
    (one) =>
      partner.erasedAt === null &&
      IS_POSSIBLE[one](partner) &&
      hasOneOf(operator.roles, rolesOf(one)),
  )
  if (acts.length === 0 && act === null) return null
  return (
    <>
      <Menu look={{ variant: 'secondary' }} trigger={t('partners.acts.title')}>
        {acts.map((one) => (
          <MenuItem
            key={one}
            icon={ABOUT[one].icon}
            render={(content) => (
              <button type="button" onClick={() => setAct(one)}>
                {content}
              </button>
            )}
          >
            {t(`partners.acts.${one}.button`)}
          </MenuItem>
        ))}
      </Menu>
      {act !== null && <ActDialog act={act} partner={partner} onClose={() => setAct(null)} />}
    </>
  )
}

const rolesOf = (act: Act) => (isGuard(act) ? postPartnerGuard.roles : postPartnerHelp.roles)

type ActDialogProps = PartnerActsProps & { readonly act: Act; readonly onClose: () => void }

function ActDialog({ act, partner, onClose }: ActDialogProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const params = { id: String(partner.id) }
  return (
    <ReasonDialog
      title={t(`partners.acts.${act}.title`, {
        name: `${partner.firstName} ${partner.lastName}`,
      })}
      hint={t('partners.one', { id: partner.id })}
      preview={<ActPreview act={act} partner={partner} />}
      button={t(`partners.acts.${act}.button`)}
      notDone={t('partners.acts.notDone')}
      roles={rolesOf(act)}
      send={(reason) =>
        isGuard(act)
          ? api.call(postPartnerGuard, { params, body: { act, reason } })
          : api.call(postPartnerHelp, { params, body: { act, reason } })
      }
      lookUp={async () => {
        const found = await api.call(getPartner, { params })
        return IS_POSSIBLE[act](found) ? null : found
      }}
      onDone={() => void queries.invalidateQueries({ queryKey: [getPartner.path] })}
      onClose={onClose}
    />
  )
}

/** What the act changes and what stays; before a block also the payouts that wait. Source: requirements PTR-008, PTR-009. */
function ActPreview({ act, partner }: Omit<ActDialogProps, 'onClose'>) {
  const { t } = useTranslation()
  const { openPayouts, sessions } = partner
  return (
    <PreviewBlock
      title={t('partners.acts.preview')}
      hint={t('partners.acts.previewHint')}
      parts={[
        {
          title: t('partners.acts.changes'),
          content: <Sentences texts={ABOUT[act].changes} count={sessions} />,
        },
        ...(act === 'BLOCK' && openPayouts.length > 0
          ? [
              {
                title: t('partners.acts.openPayouts', { count: openPayouts.length }),
                content: (
                  <ul className="bullet-list">
                    {openPayouts.map(({ id, amount, currency }) => (
                      <li key={id}>
                        <span className="digits">{id}</span>:{' '}
                        <Amount amount={amount} currency={currency} />
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]
          : []),
        {
          title: t('partners.acts.stays'),
          content: <Sentences texts={ABOUT[act].stays} count={sessions} />,
        },
      ]}
    />
  )
}

function Sentences({
  texts,
  count,
}: {
  readonly texts: readonly ParseKeys[]
  readonly count: number
}) {
  const { t } = useTranslation()
  return (
    <ul className="bullet-list stack gap-1">
      {texts.map((text) => (
        <li key={text}>{t(text, { count })}</li>
      ))}
    </ul>
  )
}
