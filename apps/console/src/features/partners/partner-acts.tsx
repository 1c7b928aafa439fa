import {
  type CallInput,
  type ConsolePartner,
  getPartner,
  postPartnerGuard,
  postPartnerHelp,
  postPersonalData,
  type Role,
} from '@partner-office/contracts'
import { type IconName, Menu, MenuGroup, MenuItem } from '@partner-office/ui'
import { PreviewBlock } from '@partner-office/ui/console'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { ADJUSTING_ROLES } from '../../lib/proposal-roles.ts'
import { hasOneOf } from '../../lib/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { EraseDialog } from '../../parts/personal-data/erase-dialog.tsx'
import { ExportDialog } from '../../parts/personal-data/export-dialog.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { PATHS } from '../../paths.ts'

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

/** What the menu opens: an act, the file or the erasure of the personal data, or a form of another page. */
type Item = Act | 'export' | 'erase' | 'adjustment'

const GROUPS: Readonly<Record<'look' | 'protect' | 'correct', readonly Item[]>> = {
  look: ['export'],
  protect: ACTS,
  correct: ['adjustment', 'erase'],
}

const OTHERS = {
  export: { icon: 'download', text: 'personalData.export' },
  adjustment: { icon: 'plus', text: 'inbox.adjust' },
  erase: { icon: 'close', text: 'personalData.erase' },
} as const

const isAct = (item: Item): item is Act => item in IS_POSSIBLE

/** What may be done with a partner now, by the roles of the operator. Source: requirements PTR-008, PTR-012, PTR-013. */
export function PartnerActs({ partner }: PartnerActsProps) {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const [opened, setOpened] = useState<Item | null>(null)
  const groups = (['look', 'protect', 'correct'] as const)
    .map((name) => ({
      name,
      items: GROUPS[name].filter(
        (item) => isOffered(item, partner) && hasOneOf(operator.roles, rolesOf(item)),
      ),
    }))
    .filter(({ items }) => items.length > 0)
  if (groups.length === 0 && opened === null) return null
  return (
    <>
      <Menu look={{ variant: 'secondary' }} trigger={t('partners.acts.title')}>
        {groups.map(({ name, items }) => (
          <MenuGroup key={name} title={t(`partners.acts.groups.${name}`)}>
            {items.map((item) => (
              <ActItem key={item} item={item} partner={partner} onOpen={() => setOpened(item)} />
            ))}
          </MenuGroup>
        ))}
      </Menu>
      {opened !== null && (
        <OpenedDialog item={opened} partner={partner} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/** Of an erased partner only the file is left. */
const isOffered = (item: Item, partner: ConsolePartner): boolean =>
  item === 'export' || (partner.erasedAt === null && (!isAct(item) || IS_POSSIBLE[item](partner)))

type ActItemProps = PartnerActsProps & { readonly item: Item; readonly onOpen: () => void }

function ActItem({ item, partner, onOpen }: ActItemProps) {
  const { t } = useTranslation()
  const search = { partner: String(partner.id), add: 'adjustment' } as const
  return (
    <MenuItem
      icon={isAct(item) ? ABOUT[item].icon : OTHERS[item].icon}
      render={(content) =>
        item === 'adjustment' ? (
          <Link to={PATHS.adjustments} search={search}>
            {content}
          </Link>
        ) : (
          <button type="button" onClick={onOpen}>
            {content}
          </button>
        )
      }
    >
      {t(isAct(item) ? `partners.acts.${item}.button` : OTHERS[item].text)}
    </MenuItem>
  )
}

type OpenedProps = PartnerActsProps & { readonly item: Item; readonly onClose: () => void }

function OpenedDialog({ item, partner, onClose }: OpenedProps) {
  if (isAct(item)) return <ActDialog act={item} partner={partner} onClose={onClose} />
  const { id, firstName, lastName } = partner
  const shared = { id, name: `${firstName} ${lastName}`, onClose }
  return item === 'export' ? <ExportDialog {...shared} /> : <EraseDialog {...shared} />
}

function rolesOf(item: Item): readonly Role[] {
  if (item === 'adjustment') return ADJUSTING_ROLES
  if (!isAct(item)) return postPersonalData.roles
  return isGuard(item) ? postPartnerGuard.roles : postPartnerHelp.roles
}

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
