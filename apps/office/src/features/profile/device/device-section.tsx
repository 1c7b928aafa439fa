import { Button, Card, Note, Switch } from '@partner-office/ui'
import { useMutation } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

import { keepFor, keepingFor, stopKeeping } from '../../../lib/device/device-flags.ts'
import { keepDashboard } from '../../../lib/device/kept-dashboard.ts'
import { knowsWorkers, startWorker } from '../../../lib/device/service-worker.ts'
import {
  installPrompt,
  isInstalled,
  subscribeToPrompt,
} from '../../../lib/device/install-prompt.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { Described } from './described.tsx'
import { PushCard } from './push-card.tsx'

/** What this device does for the partner: the installed app, the last dashboard, messages. Source: PWA-001, PWA-003, PWA-006; D-181. */
export function DeviceSection() {
  return (
    <>
      <KeepCard />
      <InstallCard />
      <PushCard />
    </>
  )
}

function InstallCard() {
  const { t } = useTranslation()
  const prompt = useSyncExternalStore(subscribeToPrompt, installPrompt)
  const install = (
    <Button icon="download" onClick={() => void prompt?.prompt()}>
      {t('device.installButton')}
    </Button>
  )
  return (
    <Card title={t('device.install')} action={prompt !== null && install}>
      <p className="subdued">{t(isInstalled() ? 'device.installed' : 'device.installText')}</p>
      {prompt === null && !isInstalled() && <p className="meta">{t('device.installHow')}</p>}
    </Card>
  )
}

/** Switches the last dashboard on and off. Off deletes it at once. */
function KeepCard() {
  const { t } = useTranslation()
  const office = useOffice()
  const [isOn, setOn] = useState(() => keepingFor() !== null)
  const keeping = useMutation({
    mutationFn: async (isWanted: boolean) => {
      if (isWanted) {
        await startWorker()
        keepFor(office.startUp.partnerId!)
        keepDashboard(office)
      } else stopKeeping()
      setOn(isWanted)
    },
  })
  return (
    <div className="card mail-switch">
      <Switch
        label={<Described title={t('device.keep')}>{t('device.keepText')}</Described>}
        aria-label={t('device.keep')}
        checked={isOn}
        disabled={keeping.isPending || !knowsWorkers()}
        onChange={({ target }) => keeping.mutate(target.checked)}
      />
      {(keeping.isError || !knowsWorkers()) && (
        <Note tone="orange" live>
          {t('device.keepFailed')}
        </Note>
      )}
    </div>
  )
}
