import { deletePush, getPush, putPush, type PushDevice } from '@partner-office/contracts'
import type { Api } from '@partner-office/web'

import { forgetPushChoice, type PushChoice, pushChoice, storePushChoice } from './device-flags.ts'
import { knowsWorkers, startWorker } from './service-worker.ts'

type Keys = NonNullable<PushDevice['subscription']>['keys']

/** Whether the browser can show messages of this page. */
export const knowsPush = (): boolean =>
  knowsWorkers() && 'PushManager' in window && 'Notification' in window

/** What the device gets. After a new sign-in of the same partner it is subscribed again. */
export async function readDevice(api: Api, partnerId: number): Promise<PushDevice> {
  const device = await api.call('business', getPush, { quiet: true })
  const choice = pushChoice()
  if (device.subscription !== null || choice?.partnerId !== partnerId) return device
  if (!knowsPush() || Notification.permission !== 'granted') return device
  return subscribe(api, device.publicKey, choice)
}

/** Subscribes the device with a choice; the browser has to allow messages before. */
export async function subscribe(
  api: Api,
  publicKey: string,
  { partnerId, keys, details }: PushChoice,
): Promise<PushDevice> {
  const { pushManager } = await startWorker()
  const before = await pushManager.getSubscription()
  if (before !== null && !isOf(before, publicKey)) await before.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint, keys: own } = subscription.toJSON()
  const { p256dh = '', auth = '' } = own ?? {}
  const body = { endpoint: `${endpoint}`, p256dh, auth, keys: keys as Keys, details }
  const device = await api.call('business', putPush, { body })
  storePushChoice({ partnerId, keys, details })
  return device
}

/** Ends the messages to the device. */
export async function unsubscribe(api: Api): Promise<PushDevice> {
  forgetPushChoice()
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  return api.call('business', deletePush)
}

/** A subscription made with another key of the installation can be used no more. */
function isOf({ options }: PushSubscription, publicKey: string): boolean {
  const key = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const base64 = btoa(String.fromCharCode(...key))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}
