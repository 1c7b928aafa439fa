import type { NotificationSettings } from '@partner-office/contracts'
import type { NotificationKey } from '@partner-office/domain'
import { Icon, Switch } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import type { ParseKeys } from 'i18next'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { ProfileFrame } from '../profile-frame.tsx'
import { Described } from '../device/described.tsx'
import { DeviceSection } from '../device/device-section.tsx'
import { areAllOn, changeOfAll, countOn } from './all-mails.ts'
import { type MailSettings, useMailSettings } from './use-mail-settings.ts'

const GROUPS: readonly { readonly title: ParseKeys; readonly keys: readonly NotificationKey[] }[] =
  [
    {
      title: 'mails.money',
      keys: [
        'invoices',
        'newCommission',
        'creditingMoney',
        'dailyIncome',
        'startBonus',
        'turboBonus',
        'diamondBonus',
      ],
    },
    {
      title: 'mails.account',
      keys: [
        'accountActivity',
        'personalPurchase',
        'rankIncrease',
        'clubAchievement',
        'statusPerMonth',
      ],
    },
    { title: 'mails.team', keys: ['partnersIncrease', 'partnersPurchase', 'partnersRankChange'] },
  ]

/** Which mails the partner gets, and below them, once their place is known, what this device does. Source: requirements NOT-001 to NOT-011. */
export function NotificationsPage() {
  const mails = useMailSettings()
  return (
    <ProfileFrame shown="notifications">
      <Loaded query={mails.query} placeholder={520} isCard>
        {(settings) => <MailSwitches settings={settings} mails={mails} />}
      </Loaded>
      {!mails.query.isPending && <DeviceSection />}
    </ProfileFrame>
  )
}

type SwitchesProps = { readonly settings: NotificationSettings; readonly mails: MailSettings }

function MailSwitches({ settings, mails }: SwitchesProps) {
  const { t } = useTranslation()
  const { on, of } = countOn(settings)
  const areAll = areAllOn(settings)
  return (
    <div className="stack gap-5">
      <div className="card mail-switch">
        <Switch
          label={
            <Described title={t('mails.all')}>
              {t(areAll ? 'mails.allText' : 'mails.someText', { count: on, of })}
            </Described>
          }
          aria-label={t('mails.all')}
          checked={areAll}
          disabled={mails.isSaving}
          onChange={({ target }) => mails.change(changeOfAll(settings, target.checked))}
        />
      </div>
      <div className="card mail-switch">
        <MailSwitch name="newsletters" settings={settings} mails={mails} />
      </div>
      <div className="mail-groups">
        {GROUPS.map(({ title, keys }) => (
          <MailGroup key={title} title={t(title)}>
            {keys.map((name) => (
              <li key={name}>
                <MailSwitch name={name} settings={settings} mails={mails} />
              </li>
            ))}
          </MailGroup>
        ))}
      </div>
    </div>
  )
}

function MailGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 className="heading-2" id={id}>
        {title}
      </h2>
      <ul className="mail-list">{children}</ul>
    </section>
  )
}

/** The switch of one kind of mail. */
function MailSwitch({ name, settings, mails }: SwitchesProps & { readonly name: NotificationKey }) {
  const { t } = useTranslation()
  const { value, disabled } = settings[name]
  return (
    <Switch
      label={
        <>
          <Described title={t(`mails.${name}`)}>{t(`mails.${name}Text`)}</Described>
          {disabled && (
            <span className="caption in-row mail-fixed">
              <Icon name="lock" size={14} />
              {t('mails.alwaysOn')}
            </span>
          )}
        </>
      }
      aria-label={t(`mails.${name}`)}
      checked={value}
      disabled={disabled || mails.isSaving}
      onChange={({ target }) => mails.change({ [name]: target.checked })}
    />
  )
}
