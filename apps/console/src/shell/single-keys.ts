import { lastingStorage } from '@partner-office/web'
import { useSyncExternalStore } from 'react'

const KEY = 'console-single-keys'
const OFF = 'off'

const listeners = new Set<() => void>()

const areOn = (): boolean => lastingStorage.read(KEY) !== OFF

function set(on: boolean): void {
  if (on) lastingStorage.remove(KEY)
  else lastingStorage.write(KEY, OFF)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether keys without Ctrl do something, kept in this browser. */
export const useSingleKeys = (): readonly [boolean, (on: boolean) => void] => [
  useSyncExternalStore(subscribe, areOn),
  set,
]
