import type { PushDevice } from '@partner-office/contracts'
import { isAlwaysOn, NOTIFICATION_KEYS, type NotificationKey } from '@partner-office/domain'
import { Button, Card, Note, Switch } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { knowsPush } from '../../../lib/device/push.ts'
import { Described } from './described.tsx'
import { type DevicePush, useDevicePush } from './use-device-push.ts'

const KEYS = NOTIFICATION_KEYS.filter((key) => !isAlwaysOn(key))

/** The messages that this device gets, for each mail setting that can be switched. Source: PWA-006. */
export function PushCard() {
  const { t } = useTranslation()
  const push = useDevicePush()
  return (
    <Card title={t('device.push')}>
      <p className="subdued">{t('device.pushText')}</p>
      {knowsPush() ? (
        <Loaded query={push.query} placeholder={400}>
          {(device) => <Choice device={device} push={push} />}
        </Loaded>
      ) : (
        <Note>{t('device.pushMissing')}</Note>
      )}
    </Card>
  )
}

type ChoiceProps = { readonly device: PushDevice; readonly push: DevicePush }

function Choice({ device: { publicKey, subscription }, push }: ChoiceProps) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<ReadonlySet<NotificationKey>>(new Set(subscription?.keys))
  const [details, setDetails] = useState(subscription?.details ?? false)
  const switched = (key: NotificationKey, isOn: boolean) =>
    choose(new Set(KEYS.filter((each) => (each === key ? isOn : chosen.has(each)))))
  return (
    <>
      <Settings chosen={chosen} isSaving={push.isSaving} onSwitch={switched} />
      <Switch
        label={<Described title={t('device.pushDetails')}>{t('device.pushDetailsText')}</Described>}
        aria-label={t('device.pushDetails')}
        checked={details}
        disabled={push.isSaving}
        onChange={({ target }) => setDetails(target.checked)}
      />
      <Acts
        push={push}
        isSubscribed={subscription !== null}
        isChosen={chosen.size > 0}
        onAllow={() => push.allow({ publicKey, keys: [...chosen], details })}
      />
    </>
  )
}

type ActsProps = {
  readonly push: DevicePush
  readonly isSubscribed: boolean
  readonly isChosen: boolean
  readonly onAllow: () => void
}

/** Allows messages, or stops them. */
function Acts({ push, isSubscribed, isChosen, onAllow }: ActsProps) {
  const { t } = useTranslation()
  return (
    <>
      {push.isDenied && (
        <Note tone="red" live>
          {t('device.pushDenied')}
        </Note>
      )}
      <div className="in-row wrap">
        <Button
          variant="primary"
          icon="bell"
          busy={push.isSaving}
          disabled={!isChosen}
          onClick={onAllow}
        >
          {t('device.pushAllow')}
        </Button>
        {isSubscribed && (
          <Button disabled={push.isSaving} onClick={push.stop}>
            {t('device.pushOff')}
          </Button>
        )}
      </div>
    </>
  )
}

type SettingsProps = {
  readonly chosen: ReadonlySet<NotificationKey>
  readonly isSaving: boolean
  readonly onSwitch: (key: NotificationKey, isOn: boolean) => void
}

function Settings({ chosen, isSaving, onSwitch }: SettingsProps) {
  const { t } = useTranslation()
  return (
    <ul className="mail-list">
      {KEYS.map((key) => (
        <li key={key}>
          <Switch
            label={<Described title={t(`mails.${key}`)}>{t(`mails.${key}Text`)}</Described>}
            aria-label={t('device.pushOf', { setting: t(`mails.${key}`) })}
            checked={chosen.has(key)}
            disabled={isSaving}
            onChange={({ target }) => onSwitch(key, target.checked)}
          />
        </li>
      ))}
    </ul>
  )
}
