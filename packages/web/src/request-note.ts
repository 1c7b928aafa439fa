import type { TFunction } from 'i18next'

import type { CallFailed } from './failure.ts'

type Failed = Pick<CallFailed, 'status' | 'requestId'>

/** The id under which the company finds a request that its server could not answer; null for any other failure. */
export const requestNote = (t: TFunction, { status, requestId }: Failed): string | null =>
  status >= 500 && requestId !== null ? t('failedRequest', { id: requestId }) : null
