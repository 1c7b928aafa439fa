import type { PushDevice } from '@partner-office/contracts'
import type { NotificationKey } from '@partner-office/domain'
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'

import { knowsPush, readDevice, subscribe, unsubscribe } from '../../../lib/device/push.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { useMailNotices } from '../notifications/use-mail-notices.ts'

const PUSH_KEY = ['push']

type Wanted = {
  readonly publicKey: string
  readonly keys: readonly NotificationKey[]
  readonly details: boolean
}

/** The messages of this device and the ways to change them. */
export type DevicePush = {
  readonly query: UseQueryResult<PushDevice>
  readonly isSaving: boolean
  /** The browser does not allow messages. */
  readonly isDenied: boolean
  readonly allow: (wanted: Wanted) => void
  readonly stop: () => void
}

/** The browser forbids messages, by an answer of the partner or by a rule. */
class Denied extends Error {
  override readonly name = 'Denied'
}

/** Reads and changes the messages of this device. The browser asks for permission at the partner's click only. */
export function useDevicePush(): DevicePush {
  const { api, queries, startUp } = useOffice()
  const notices = useMailNotices()
  const partnerId = startUp.partnerId!
  const query = useQuery({
    queryKey: PUSH_KEY,
    queryFn: () => readDevice(api, partnerId),
    enabled: knowsPush(),
  })
  const ends = {
    onSuccess: (device: PushDevice) => {
      queries.setQueryData(PUSH_KEY, device)
      notices.saved()
    },
    onError: (error: Error) => {
      if (!(error instanceof Denied)) notices.failed()
    },
  }
  const allowing = useMutation({
    mutationFn: async ({ publicKey, keys, details }: Wanted) => {
      if ((await Notification.requestPermission()) !== 'granted') throw new Denied()
      return subscribe(api, publicKey, { partnerId, keys, details })
    },
    ...ends,
  })
  const stopping = useMutation({ mutationFn: () => unsubscribe(api), ...ends })
  return {
    query,
    isSaving: allowing.isPending || stopping.isPending,
    isDenied: allowing.error instanceof Denied,
    allow: allowing.mutate,
    stop: () => stopping.mutate(),
  }
}
